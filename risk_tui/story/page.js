"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const last = data.steps.length - 1;
  const { words, colon } = data;
  const fill = (message, slots) => message.replace(/{(\w+)}/g, (_, name) => slots[name]);
  const get = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";

  // Store every moment in full, so that steps back are as quick as steps on.
  const states = [];
  let lands = [];
  for (const [changes] of data.steps) {
    lands = lands.slice();
    for (let i = 0; i < changes.length; i += 3) lands[changes[i]] = [changes[i + 1], changes[i + 2]];
    states.push(lands);
  }

  let now = last, shown = null, timer = null, speed = 4, series = 0, open = false, marks = [];

  const turnAt = (moment) => {
    let found = data.turns[0];
    for (const turn of data.turns) if (turn[2] <= moment) found = turn;
    return found;
  };

  const paint = () => {
    const state = states[now];
    for (let n = 0; n < state.length; n++) {
      if (shown && shown[n] === state[n]) continue;
      const [colour, signs] = data.looks[state[n][0]];
      get("p" + n).setAttribute("fill", colour);
      get("d" + n).setAttribute("stroke", colour);
      get("a" + n).textContent = state[n][1];
      const code = get("c" + n);
      code.textContent = signs + code.textContent.slice(-2);
    }
    shown = state;
    for (const n of marks) get("d" + n).classList.remove("mark");
    marks = data.steps[now][2];
    for (const n of marks) get("d" + n).classList.add("mark");
  };

  const show = (moment) => {
    now = Math.max(0, Math.min(last, moment));
    paint();
    const [seat, round] = turnAt(now);
    const name = seat === null ? "" : `${data.seats[seat].glyph} ${data.seats[seat].name}`;
    const who = seat === null ? words["Setting up"] : fill(words["Round {round}, {name}"], { round, name });
    const told = now ? data.steps[now][1] : words["the game begins"];
    const place = fill(words["step {now} of {last}"], { now, last });
    get("step").textContent = `${who} · ${place}${told && colon}${told}`;
    get("where").value = now;
    document.querySelectorAll("#points button").forEach((button, n) => {
      button.setAttribute("aria-pressed", String(data.points[n][1] === now));
    });
    hands();
    cursor();
  };

  const hands = () => {
    const box = get("hands");
    box.replaceChildren();
    if (!open) return;
    let held = null;
    for (const moment of Object.keys(data.hands)) if (Number(moment) <= now) held = data.hands[moment];
    (held || []).forEach((cards, seat) => {
      const row = document.createElement("div");
      const { name, colour, glyph } = data.seats[seat];
      row.textContent = `${glyph} ${name}${colon}${cards.map((card) => data.cards[card]).join(", ") || words["no cards"]}`;
      row.style.color = colour;
      box.append(row);
    });
  };

  const stop = () => {
    if (timer) clearInterval(timer);
    timer = null;
    label();
  };
  const tick = () => (now >= last ? stop() : show(now + 1));
  const play = () => {
    if (timer) return stop();
    if (now >= last) show(0);
    timer = setInterval(tick, 1000 / speed);
    label();
  };
  const step = (count) => { stop(); show(now + count); };
  const startOf = (direction, starts) => {
    const next = direction > 0 ? starts.find((start) => start > now) : starts.filter((start) => start < now).pop();
    stop();
    show(next === undefined ? (direction > 0 ? last : 0) : next);
  };
  const turn = (direction) => startOf(direction, data.turns.map((each) => each[2]));
  const round = (direction) => startOf(
    direction, data.turns.filter(([, number], n) => !n || number !== data.turns[n - 1][1]).map((each) => each[2]),
  );
  const point = (direction) => {
    const moments = data.points.map((each) => each[1]);
    const next = direction > 0 ? moments.find((each) => each > now) : moments.filter((each) => each < now).pop();
    stop();
    if (next !== undefined) show(next);
  };
  const faster = (factor) => {
    speed = Math.max(1, Math.min(64, speed * factor));
    if (timer) { clearInterval(timer); timer = setInterval(tick, 1000 / speed); }
    label();
  };

  const button = (text, title, action) => {
    const made = document.createElement("button");
    made.textContent = text;
    made.title = title;
    made.addEventListener("click", action);
    get("controls").append(made);
    return made;
  };
  button("|◀", words["to the start"], () => { stop(); show(0); });
  button("◀◀", words["turn before"], () => turn(-1));
  button("◀", words["step before"], () => step(-1));
  const playing = button("", words["play or stop"], play);
  button("▶", words["next step"], () => step(1));
  button("▶▶", words["next turn"], () => turn(1));
  button("▶|", words["to the end"], () => { stop(); show(last); });
  button("−", words["slower"], () => faster(0.5));
  button("+", words["faster"], () => faster(2));
  const label = () => { playing.textContent = fill(words[timer ? "stop ({speed} a second)" : "play ({speed} a second)"], { speed }); };
  label();
  const reveal = () => {
    open = !open;
    revealing.setAttribute("aria-pressed", String(open));
    hands();
  };
  const revealing = data.cards.length ? button(words["hands"], words["show all cards"], reveal) : null;
  get("where").addEventListener("input", (event) => { stop(); show(Number(event.target.value)); });
  document.querySelectorAll("#review button").forEach((each) => {
    each.addEventListener("click", () => {
      stop();
      show(data.mistakes[Number(each.dataset.mistake)]);
      document.getElementById("replay").scrollIntoView({ block: "nearest" });
    });
  });
  document.querySelectorAll("#points button").forEach((each) => {
    each.addEventListener("click", () => { stop(); show(data.points[Number(each.dataset.point)][1]); });
  });

  // Keys, their help and their actions. Keys without an action are the browser's own.
  const keys = [
    ["← →", words["step"], { ArrowLeft: () => step(-1), ArrowRight: () => step(1) }],
    ["↑ ↓", words["turn"], { ArrowUp: () => turn(-1), ArrowDown: () => turn(1) }],
    ["Shift ↑ ↓", words["round"], { "Shift ArrowUp": () => round(-1), "Shift ArrowDown": () => round(1) }],
    ["n p", words["turning point"], { n: () => point(1), p: () => point(-1) }],
    ["Home End", words["start and end"], { Home: () => step(-last), End: () => step(last) }],
    ["space", words["play or stop"], { " ": play }],
    ["+ −", words["faster, slower"], { "+": () => faster(2), "-": () => faster(0.5) }],
    ...(revealing ? [["o", words["hands"], { o: reveal }]] : []),
    ["PgUp PgDn", words["scroll"], {}],
  ];
  const actions = Object.assign({}, ...keys.map((each) => each[2]));
  get("keys").textContent = `${words["Keys:"]} ${keys.map(([names, told]) => `${names} ${told}`).join(" · ")}`;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    const action = actions[event.shiftKey && event.key.startsWith("Arrow") ? `Shift ${event.key}` : event.key];
    if (action) { event.preventDefault(); action(); }
  });
  // Take the focus from a button that the mouse has pressed, so that space starts the replay.
  document.addEventListener("pointerup", () => setTimeout(() => document.activeElement.blur()));

  // The chart, with the continents below it
  const chart = get("chart");
  const LEFT = 110, WIDTH = 900, HEIGHT = 260, ROW = 16;
  const total = HEIGHT + 24 + ROW * data.continents.length + 6;
  chart.setAttribute("viewBox", `0 0 ${LEFT + WIDTH + 10} ${total}`);
  const add = (kind, attributes, text) => {
    const made = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    chart.append(made);
    return made;
  };
  const across = (moment) => LEFT + (last ? WIDTH * moment / last : 0);
  let line = null;
  const draw = () => {
    chart.replaceChildren();
    const { steps, values, unit, basis } = data.series[series];
    get("basis").textContent = basis;
    const top = Math.max(1, ...values.flat().filter((value) => value !== null));
    const up = (value) => 10 + (HEIGHT - 20) * (1 - value / top);
    for (const value of [0, top / 2, top]) {
      add("line", { x1: LEFT, x2: LEFT + WIDTH, y1: up(value), y2: up(value), stroke: "currentColor", opacity: 0.2 });
      add("text", { x: LEFT - 6, y: up(value) + 4, "text-anchor": "end", "font-size": 12, fill: "currentColor" }, Math.round(value) + unit);
    }
    let before = 0;
    for (const [, round, start] of data.turns) {
      if (round === before) continue;
      before = round;
      add("text", { x: across(start), y: HEIGHT + 12, "font-size": 11, fill: "currentColor" }, String(round));
    }
    add("text", { x: LEFT - 6, y: HEIGHT + 12, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, words["round"]);
    values.forEach((row, seat) => {
      const { colour, glyph } = data.seats[seat];
      const points = steps.map((step, n) => [across(step), row[n]]).filter(([, value]) => value !== null);
      add("polyline", { points: points.map(([x, value]) => `${x},${up(value)}`).join(" "), fill: "none", stroke: colour, "stroke-width": 2 });
      points.forEach(([x, value], n) => {
        if (n % 3 === seat % 3) add("text", { x, y: up(value) + 4, "text-anchor": "middle", "font-size": 11, fill: colour }, glyph);
      });
    });
    for (const [start] of data.points) add("circle", { cx: across(start), cy: HEIGHT + 18, r: 2.5, fill: "#ffdd80" });
    data.continents.forEach((name, n) => {
      add("text", { x: LEFT - 6, y: HEIGHT + 24 + ROW * n + 12, "text-anchor": "end", "font-size": 11, fill: "currentColor" }, name);
    });
    for (const [continent, seat, start, end] of data.holdings) {
      const { colour, glyph } = data.seats[seat], x = across(start), y = HEIGHT + 24 + ROW * continent;
      const width = Math.max(across(Math.min(end, last)) - x, 1);
      add("rect", { x, y, width, height: ROW - 2, fill: colour });
      if (width > 12) add("text", { x: x + 2, y: y + 11, "font-size": 10, fill: "#04060a" }, glyph);
    }
    line = add("line", { y1: 0, y2: total, stroke: "#ffdd80", "stroke-width": 1.5 });
    cursor();
  };
  const cursor = () => {
    if (!line) return;
    line.setAttribute("x1", across(now));
    line.setAttribute("x2", across(now));
  };
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const x = (event.clientX - box.left) * (LEFT + WIDTH + 10) / box.width;
    stop();
    show(Math.round((x - LEFT) / WIDTH * last));
  });
  data.series.forEach((each, n) => {
    const tab = document.createElement("button");
    tab.textContent = each.title;
    tab.addEventListener("click", () => {
      series = n;
      [...get("tabs").children].forEach((other, m) => other.setAttribute("aria-pressed", String(m === n)));
      draw();
    });
    tab.setAttribute("aria-pressed", String(n === 0));
    get("tabs").append(tab);
  });

  draw();
  show(last);
})();
