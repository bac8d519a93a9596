// The script of the page of a trace: draws the timeline, filters, and sorts the tables.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const { lanes, texts, duration } = data;
const $ = (id) => document.getElementById(id);

const KNOWN = ["kernel", "launch", "upload", "download", "copy", "wait", "pipeline", "allocation"];
const ROW = 20, HEADING = 22, AXIS = 26, GAP = 6;
const SHORTEST = Math.min(0.02, duration || 1);

// The state: the visible time in microseconds, the filters and the selected event.
const state = { from: 0, to: duration || 1, text: "", hidden: new Set(), selected: null };

// For each text, whether it contains the filter.
let hits = texts.map(() => true);

// Times ------------------------------------------------------------------------------------------------------------------------

/// A duration with a fitting unit and three digits.
function time(us) {
    const [value, unit] = us >= 999500 ? [us / 1e6, "s"] : us >= 999.5 ? [us / 1e3, "ms"]
        : us >= 0.9995 || us === 0 ? [us, "µs"] : [us * 1e3, "ns"];
    const digits = value === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return `${value.toFixed(digits)} ${unit}`;
}

/// A position on the axis, with the digits that tell positions of this step apart.
function position(us, step) {
    const [scale, unit] = state.to >= 1e6 ? [1e6, "s"] : state.to >= 1e3 ? [1e3, "ms"] : [1, "µs"];
    const digits = Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-9));
    return `${(us / scale).toFixed(Math.min(digits, 9))} ${unit}`;
}

/// The distance of marks on the axis: 1, 2 or 5 times a power of ten.
function markStep(span, marks) {
    const raw = span / Math.max(marks, 1);
    const power = 10 ** Math.floor(Math.log10(raw));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
}

// Events -----------------------------------------------------------------------------------------------------------------------

/// The first event of a row that ends after a time. The events of a row do not overlap.
function firstAfter(row, at) {
    let [low, high] = [0, row.start.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (row.start[middle] + row.duration[middle] < at) low = middle + 1;
        else high = middle;
    }
    return low;
}

const isShown = (row, n) => !state.hidden.has(texts[row.category[n]]);
const matches = (row, n) => isShown(row, n) && (hits[row.name[n]] || hits[row.details[n]] || hits[row.category[n]]);

/// Calls a function for each event in view.
function eachInView(call) {
    for (const lane of lanes) {
        for (const row of lane.rows) {
            for (let n = firstAfter(row, state.from); n < row.start.length && row.start[n] <= state.to; n++) call(lane, row, n);
        }
    }
}

// Drawing ----------------------------------------------------------------------------------------------------------------------

const box = $("timeline");
const canvas = box.querySelector("canvas");
const context = canvas.getContext("2d");
let width = 0, gutter = 0, height = 0, colours = {};

// Positions of the lanes, from the top.
{
    let y = AXIS, process = null;
    for (const lane of lanes) {
        if (lane.process !== process) {
            process = lane.process;
            lane.heading = y;
            y += HEADING;
        }
        lane.top = y;
        y += lane.rows.length * ROW + GAP;
    }
    height = y;
}

function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["back", "raised", "text", "quiet", "line", "accent", "on-fill", "other", ...KNOWN]) {
        colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
}

const colourOf = (category) => colours[KNOWN.includes(category) ? category : "other"];
const toX = (us) => gutter + (us - state.from) / (state.to - state.from) * (width - gutter);
const toTime = (x) => state.from + (x - gutter) / (width - gutter) * (state.to - state.from);

function resize() {
    width = Math.max(box.clientWidth, 200);
    gutter = Math.min(170, Math.round(width * 0.25));
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw();
}

/// Text that is cut to a width.
function cutText(text, x, y, room) {
    if (room < 12) return;
    if (context.measureText(text).width > room) {
        let [low, high] = [0, text.length];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (context.measureText(text.slice(0, middle) + "…").width <= room) low = middle;
            else high = middle - 1;
        }
        if (low === 0) return;
        text = text.slice(0, low) + "…";
    }
    context.fillText(text, x, y);
}

function draw() {
    const font = getComputedStyle(document.body).fontFamily;
    context.clearRect(0, 0, width, height);
    context.textBaseline = "middle";
    context.lineWidth = 1;

    // Axis.
    const step = markStep(state.to - state.from, (width - gutter) / 110);
    context.font = `12px ${font}`;
    for (let at = Math.ceil(state.from / step) * step; at <= state.to; at += step) {
        const x = Math.round(toX(at)) + 0.5;
        context.strokeStyle = colours.line;
        context.beginPath();
        context.moveTo(x, AXIS - 6);
        context.lineTo(x, height);
        context.stroke();
        context.fillStyle = colours.quiet;
        const label = position(at, step);
        if (x + 4 + context.measureText(label).width < width) context.fillText(label, x + 4, AXIS / 2 - 2);
    }

    // Names of the lanes, above the lines of the axis.
    for (const lane of lanes) {
        if (lane.heading !== undefined) {
            context.fillStyle = colours.raised;
            context.fillRect(0, lane.heading, width, HEADING - 2);
            context.fillStyle = colours.text;
            context.font = `600 12px ${font}`;
            cutText(lane.process, 8, lane.heading + HEADING / 2 - 1, width - 16);
        }
        context.fillStyle = colours.quiet;
        context.font = `12px ${font}`;
        cutText(lane.thread, 8, lane.top + ROW / 2, gutter - 16);
    }

    // Events: those without a match first and dimmed, so that they cover no match.
    context.save();
    context.beginPath();
    context.rect(gutter, AXIS, width - gutter, height - AXIS);
    context.clip();
    context.font = `11px ${font}`;
    for (const wanted of [false, true]) {
        context.globalAlpha = wanted ? 1 : 0.18;
        for (const lane of lanes) {
            lane.rows.forEach((row, depth) => {
                const y = lane.top + depth * ROW;
                let drawn = -1;
                for (let n = firstAfter(row, state.from); n < row.start.length && row.start[n] <= state.to; n++) {
                    if (!isShown(row, n) || matches(row, n) !== wanted) continue;
                    const left = Math.max(toX(row.start[n]), gutter - 4);
                    const right = Math.min(toX(row.start[n] + row.duration[n]), width + 4);
                    // Events within a pixel that is already drawn are invisible.
                    if (right < drawn) continue;
                    const wide = Math.max(right - left, 1);
                    drawn = left + wide;
                    context.fillStyle = colourOf(texts[row.category[n]]);
                    context.fillRect(left, y + 1, wide > 3 ? wide - 0.5 : wide, ROW - 2);
                    if (wide > 30) {
                        context.fillStyle = colours["on-fill"];
                        const start = Math.max(left, gutter) + 4;
                        cutText(texts[row.name[n]], start, y + ROW / 2 + 0.5, Math.min(right, width) - start - 4);
                    }
                }
            });
        }
    }
    context.globalAlpha = 1;
    if (state.selected) {
        const { lane, row, n, depth } = state.selected;
        const left = toX(row.start[n]), right = toX(row.start[n] + row.duration[n]);
        context.strokeStyle = colours.text;
        context.lineWidth = 2;
        context.strokeRect(left - 1, lane.top + depth * ROW, Math.max(right - left, 1) + 2, ROW);
    }
    context.restore();
}

let isScheduled = false;
/// Draws soon, once for all changes until then.
function update() {
    box.dataset.from = state.from;
    box.dataset.to = state.to;
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
        isScheduled = false;
        draw();
    });
    describeSoon();
}

// Text alternative -------------------------------------------------------------------------------------------------------------

const LISTED = 25;
let describeTimer = 0;
function describeSoon() {
    clearTimeout(describeTimer);
    describeTimer = setTimeout(describe, 120);
}

/// States the view in a sentence, and lists its longest events in a table.
function describe() {
    let all = 0, matching = 0;
    const longest = [];
    eachInView((lane, row, n) => {
        all++;
        if (!matches(row, n)) return;
        matching++;
        if (longest.length === LISTED && row.duration[n] <= longest[LISTED - 1].row.duration[longest[LISTED - 1].n]) return;
        const at = longest.findIndex((it) => it.row.duration[it.n] < row.duration[n]);
        longest.splice(at < 0 ? longest.length : at, 0, { lane, row, n });
        longest.length = Math.min(longest.length, LISTED);
    });
    const step = (state.to - state.from) / 1000;
    const span = `from ${position(state.from, step)} to ${position(state.to, step)}`;
    $("view").textContent = `The timeline shows ${time(state.to - state.from)}, ${span}: ${matching} of ${all} events match.`;
    box.dataset.matching = matching;
    const body = $("events").tBodies[0];
    body.replaceChildren(...longest.map(({ lane, row, n }) => {
        const line = document.createElement("tr");
        const cell = (tag, text, kind) => {
            const element = document.createElement(tag);
            element.textContent = text;
            if (kind) element.className = kind;
            line.append(element);
            return element;
        };
        cell("th", texts[row.name[n]]).scope = "row";
        cell("td", texts[row.category[n]]);
        cell("td", `${lane.process}, ${lane.thread}`);
        cell("td", time(row.start[n]), "n");
        cell("td", time(row.duration[n]), "n");
        cell("td", texts[row.details[n]]);
        return line;
    }));
}

/// An event in one sentence.
function sentence({ lane, row, n }) {
    const details = texts[row.details[n]];
    const place = `${lane.process}, ${lane.thread}`;
    return `${texts[row.name[n]]} (${texts[row.category[n]]}; ${place}): ${time(row.duration[n])} from ${time(row.start[n])} on`
        + (details ? `; ${details}` : "");
}

// Navigation -------------------------------------------------------------------------------------------------------------------

/// Shows a span of time, within the run.
function show(from, to) {
    const span = Math.min(Math.max(to - from, SHORTEST), duration || 1);
    state.from = Math.min(Math.max(from, 0), Math.max((duration || 1) - span, 0));
    state.to = state.from + span;
    update();
}

/// Changes the span by a factor and keeps a point of time in place.
function zoom(factor, at = (state.from + state.to) / 2) {
    const span = Math.min(Math.max((state.to - state.from) * factor, SHORTEST), duration || 1);
    const share = (at - state.from) / (state.to - state.from);
    show(at - share * span, at + (1 - share) * span);
}

function move(share) {
    const by = share * (state.to - state.from);
    show(state.from + by, state.to + by);
}

const actions = {
    "zoom-in": () => zoom(0.5),
    "zoom-out": () => zoom(2),
    "zoom-all": () => show(0, duration),
    earlier: () => move(-0.25),
    later: () => move(0.25),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);

const keys = {
    "+": actions["zoom-in"], "=": actions["zoom-in"], "-": actions["zoom-out"], "_": actions["zoom-out"],
    "0": actions["zoom-all"], ArrowLeft: actions.earlier, ArrowRight: actions.later,
    ArrowUp: () => box.scrollBy(0, -2 * ROW), ArrowDown: () => box.scrollBy(0, 2 * ROW),
};
box.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
});

const inside = (event) => {
    const area = canvas.getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
};

box.addEventListener("wheel", (event) => {
    if (event.ctrlKey && event.deltaY === 0) return;
    const [x] = inside(event);
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        move((event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX) * unit / (width - gutter));
        return;
    }
    // The page scrolls if nothing is left to zoom out.
    if (event.deltaY > 0 && state.to - state.from >= duration) return;
    event.preventDefault();
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * unit * 0.002))), toTime(Math.max(x, gutter)));
}, { passive: false });

/// The event at a position of the pointer.
function eventAt(x, y) {
    if (x < gutter) return null;
    for (const lane of lanes) {
        const depth = Math.floor((y - lane.top) / ROW);
        if (depth < 0 || depth >= lane.rows.length) continue;
        const row = lane.rows[depth];
        // A short event is one pixel wide.
        const pixel = (state.to - state.from) / (width - gutter);
        for (let n = firstAfter(row, toTime(x) - 2 * pixel); n < row.start.length && row.start[n] <= toTime(x) + pixel; n++) {
            const end = row.start[n] + Math.max(row.duration[n], pixel);
            if (isShown(row, n) && end >= toTime(x) - pixel) return { lane, row, n, depth };
        }
    }
    return null;
}

let drag = null;
box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, from: state.from, to: state.to, moved: false };
});
window.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.clientX - drag.x;
    if (!drag.moved && Math.abs(by) < 4) return;
    drag.moved = true;
    box.classList.add("dragging");
    const shift = -by / (width - gutter) * (drag.to - drag.from);
    show(drag.from + shift, drag.to + shift);
});
window.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved && box.contains(event.target)) {
        state.selected = eventAt(...inside(event));
        $("selected").textContent = state.selected ? sentence(state.selected) : "Select an event to see its details.";
        update();
    }
    drag = null;
    box.classList.remove("dragging");
});
window.addEventListener("pointercancel", () => {
    drag = null;
    box.classList.remove("dragging");
});
box.addEventListener("dblclick", (event) => {
    const found = eventAt(...inside(event));
    if (!found) return;
    const { row, n } = found;
    const margin = 0.1 * row.duration[n];
    show(row.start[n] - margin, row.start[n] + row.duration[n] + margin);
});

const tip = $("tip");
box.addEventListener("pointermove", (event) => {
    const found = drag ? null : eventAt(...inside(event));
    tip.hidden = !found;
    if (!found) return;
    const { row, n } = found;
    const line = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
    const about = `${texts[row.category[n]]}, ${time(row.duration[n])} from ${time(row.start[n])} on`;
    tip.replaceChildren(line("b", texts[row.name[n]]), line("span", about), line("span", texts[row.details[n]]));
    const { width: wide, height: high } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - wide - 8))}px`;
    tip.style.top = `${event.clientY + 18 + high > window.innerHeight ? event.clientY - high - 10 : event.clientY + 18}px`;
});
box.addEventListener("pointerleave", () => { tip.hidden = true; });

// Filters ----------------------------------------------------------------------------------------------------------------------

const counts = new Map();
for (const lane of lanes) {
    for (const row of lane.rows) {
        for (const category of row.category) counts.set(texts[category], (counts.get(texts[category]) || 0) + 1);
    }
}
const order = (category) => (KNOWN.includes(category) ? KNOWN.indexOf(category) : KNOWN.length);
for (const category of [...counts.keys()].sort((a, b) => order(a) - order(b) || a.localeCompare(b))) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "checkbox", checked: true, value: category });
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.background = `var(--${KNOWN.includes(category) ? category : "other"})`;
    label.append(input, swatch, `${category} (${counts.get(category)})`);
    input.addEventListener("change", () => {
        if (input.checked) state.hidden.delete(category);
        else state.hidden.add(category);
        update();
    });
    $("categories").append(label);
}

$("filter").addEventListener("input", () => {
    state.text = $("filter").value.trim().toLowerCase();
    hits = texts.map((text) => text.toLowerCase().includes(state.text));
    for (const table of document.querySelectorAll("table.sortable")) {
        for (const row of table.tBodies[0].rows) {
            row.hidden = !row.classList.contains("empty") && !row.textContent.toLowerCase().includes(state.text);
        }
    }
    update();
});

// Sorting ----------------------------------------------------------------------------------------------------------------------

for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent });
        head.replaceChildren(button);
        const isNumber = head.classList.contains("n");
        button.addEventListener("click", () => {
            const before = head.getAttribute("aria-sort");
            const first = isNumber ? "descending" : "ascending";
            const second = isNumber ? "ascending" : "descending";
            const sort = before === first ? second : first;
            heads.forEach((other) => other.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", sort);
            const sign = sort === "ascending" ? 1 : -1;
            const value = (row) => row.cells[column];
            const compare = (a, b) => (isNumber
                ? Number(value(a).dataset.value) - Number(value(b).dataset.value)
                : value(a).textContent.localeCompare(value(b).textContent));
            const rows = [...table.tBodies[0].rows].filter((row) => !row.classList.contains("empty"));
            rows.sort((a, b) => sign * compare(a, b));
            table.tBodies[0].append(...rows);
        });
    });
}

// Start ------------------------------------------------------------------------------------------------------------------------

const events = [...counts.values()].reduce((sum, count) => sum + count, 0);
box.setAttribute("aria-label", `Timeline: ${events} events in ${lanes.length} rows, ${time(duration)}`);
readColours();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    draw();
});
new ResizeObserver(resize).observe(box);
resize();
update();
describe();
