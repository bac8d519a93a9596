//! The page of `amp trace` in headless Chromium: zoom, filter, sort, keyboard, colours, and what a screen reader finds.
//!
//! Without Chromium, the tests print a line and pass, or fail if `AMP_REQUIRE_CHROMIUM=1`. With `AMP_SCREENSHOTS=FOLDER`,
//! the first test also writes the pictures of the book.

mod devtools;

use std::path::Path;

use serde_json::json;

use crate::browser::devtools::Page;
use crate::{folder, run, sample};

/// Writes the page of a trace, and opens it. `None` without Chromium.
fn open(name: &str, trace: &str) -> Option<Page> {
    let at = folder(name);
    let file = at.join("page.html");
    let (code, _, error) = run(&["trace", &sample(trace), "-o", file.to_str()?, "--open", "no"]);
    assert_eq!(code, 0, "{error}");
    let page = Page::open(&at, &file);
    if page.is_none() {
        let required = std::env::var_os("AMP_REQUIRE_CHROMIUM").is_some_and(|value| value != "0");
        assert!(!required, "there is no Chromium, and AMP_REQUIRE_CHROMIUM is set");
        eprintln!("skipped: there is no Chromium on this machine");
    }
    let mut page = page?;
    page.wait_for("document.querySelector('#view')?.textContent != ''");
    Some(page)
}

/// The span of time that the timeline shows, in microseconds.
fn span(page: &mut Page) -> f64 {
    page.number("Number(document.querySelector('#timeline').dataset.to - document.querySelector('#timeline').dataset.from)")
}

fn start(page: &mut Page) -> f64 {
    page.number("Number(document.querySelector('#timeline').dataset.from)")
}

/// Waits until the page shows this text, such as `17 of 181 events`.
fn wait_for_matches(page: &mut Page, expected: &str) {
    page.wait_for(&format!("document.querySelector('#view').textContent.includes({})", json!(expected)));
}

/// The texts of the visible cells of a column.
fn column(page: &mut Page, table: &str, column: usize) -> Vec<String> {
    let rows = format!("[...document.querySelector('#{table}').tBodies[0].rows].filter(row => !row.hidden)");
    let texts = page.evaluate(&format!("{rows}.map(row => row.cells[{column}].textContent)"));
    texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn timeline_zooms_by_buttons_keys_and_wheel() {
    let Some(mut page) = open("browser-zoom", "particles.json") else { return };
    let whole = span(&mut page);
    assert!(close(whole, page.number("duration")) && whole > 1e5);

    page.click("#zoom-in");
    assert!(close(span(&mut page), whole / 2.0));
    page.click("#later");
    assert!(close(start(&mut page), whole / 4.0 + whole / 8.0));
    page.click("#earlier");
    page.click("#zoom-out");
    assert!(close(span(&mut page), whole));

    page.evaluate("document.querySelector('#timeline').focus()");
    for (key, part, from) in [
        ("+", 0.5, 0.25),
        ("+", 0.25, 0.375),
        ("ArrowRight", 0.25, 0.4375),
        ("ArrowLeft", 0.25, 0.375),
        ("-", 0.5, 0.25),
        ("0", 1.0, 0.0),
    ] {
        page.press(key);
        assert!(close(span(&mut page), part * whole) && close(start(&mut page), from * whole), "after {key}");
    }

    page.wheel("#timeline", -240.0);
    assert!(span(&mut page) < 0.8 * whole);
    page.click("#zoom-all");
    assert!(close(span(&mut page), whole));
    wait_for_matches(&mut page, "181 of 181 events");
    page.screenshot("trace-light.png", &["#findings-title", "#keys"]);
    page.assert_no_errors();
}

#[test]
fn filter_selects_events_by_text_and_category() {
    let Some(mut page) = open("browser-filter", "particles.json") else { return };
    page.click("#filter");
    page.insert("DEPOSIT");
    // 17 events: 8 launches of `deposit`, 8 executions of it, and 1 compilation of its pipeline.
    wait_for_matches(&mut page, "17 of 181 events");
    assert_eq!(column(&mut page, "kernels", 0), ["deposit"]);
    assert_eq!(column(&mut page, "transfers", 0), [""; 0]);
    assert_eq!(column(&mut page, "events", 1)[..2], ["launch", "pipeline"]);

    page.click("#categories input[value=launch]");
    wait_for_matches(&mut page, "9 of 181 events");
    page.click("#categories input[value=launch]");
    page.evaluate("document.querySelector('#filter').value = ''");
    page.click("#filter");
    page.insert("view positions");
    wait_for_matches(&mut page, "24 of 181 events");
    assert_eq!(column(&mut page, "transfers", 0), ["kernel forces, view positions"]);
    page.assert_no_errors();
}

#[test]
fn tables_are_sorted_by_a_click_on_their_heads() {
    let Some(mut page) = open("browser-sort", "particles.json") else { return };
    let sorted = |page: &mut Page, head: usize| {
        let button = format!("#kernels thead th:nth-child({head}) button");
        page.click(&button);
        let order = page.evaluate(&format!("document.querySelector('{button}').parentElement.ariaSort"));
        (order.as_str().unwrap().to_owned(), column(page, "kernels", 0))
    };
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(column(&mut page, "kernels", 0), names("forces parse integrate deposit"));
    assert_eq!(sorted(&mut page, 1), ("ascending".to_owned(), names("deposit forces integrate parse")));
    assert_eq!(sorted(&mut page, 1), ("descending".to_owned(), names("parse integrate forces deposit")));
    // Times are sorted by their value: 944 µs are less than 1.47 ms.
    assert_eq!(sorted(&mut page, 5), ("descending".to_owned(), names("forces parse integrate deposit")));
    assert_eq!(sorted(&mut page, 5), ("ascending".to_owned(), names("deposit integrate parse forces")));
    let marked = page.number("document.querySelectorAll('#kernels [aria-sort]').length");
    assert_eq!(marked, 1.0);
    page.assert_no_errors();
}

#[test]
fn click_on_an_event_shows_its_details() {
    let Some(mut page) = open("browser-select", "particles.json") else { return };
    page.emulate_dark();
    page.evaluate("show(40000, 110000)");
    let at = "(() => { const lane = lanes.find(lane => !lane.isHost), row = lane.rows[0];
        const area = canvas.getBoundingClientRect();
        return [area.left + toX(row.start[6] + row.duration[6] / 2), area.top + lane.top + ROW / 2]; })()";
    page.click_at(at);
    let text = page.evaluate("document.querySelector('#selected').textContent");
    let text = text.as_str().unwrap();
    assert!(text.contains(" (kernel; llvmpipe") && text.contains("clock: device"), "{text}");
    assert_eq!(page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(21, 24, 29)");
    // The canvas has the colours of a dark page once the event of the change has arrived.
    page.wait_for("colours.back == '#15181d'");
    page.wait_for("!document.querySelector('#view').textContent.includes('181 of 181')");
    page.screenshot("trace-dark.png", &["#timeline-title", "#kernels"]);
    page.assert_no_errors();
}

#[test]
fn screen_reader_finds_timeline_tables_and_state() {
    let Some(mut page) = open("browser-reader", "particles.json") else { return };
    page.click("#longest summary");
    let tree = page.accessibility_tree();
    let has = |role: &str, name: &str| tree.iter().any(|(r, n)| r == role && n.contains(name));
    assert!(has("application", "Timeline: 181 events in 3 rows, 235 ms"));
    for name in ["The longest events", "Kernels", "Transfers by cause"] {
        assert!(has("table", name), "{name}");
    }
    assert!(has("columnheader", "Kernel") && has("rowheader", "forces"));
    // The arrows in the heads are decoration; `aria-sort` states the order.
    assert!(!has("columnheader", "↓"));
    assert!(has("searchbox", "Filter") && has("checkbox", "upload (25)") && has("button", "Zoom in"));
    assert!(has("status", "") && has("listitem", "") && has("heading", "Findings"));
    assert_eq!(column(&mut page, "events", 0)[0], "forces");
    assert_eq!(column(&mut page, "events", 0).len(), 25);
}

#[test]
fn hostile_names_are_text() {
    let Some(mut page) = open("browser-hostile", "hostile.json") else { return };
    page.click("#longest summary");
    assert_eq!(page.evaluate("typeof window.hostile"), "undefined");
    assert_eq!(page.number("document.images.length"), 0.0);
    assert!(column(&mut page, "kernels", 0)[0].starts_with("</script><script>alert(1)"));
    assert!(column(&mut page, "events", 0)[0].starts_with("</script><script>alert(1)"));
    page.assert_no_errors();
}

/// The folder for screenshots, if the environment variable names one.
fn pictures() -> Option<std::path::PathBuf> {
    std::env::var_os("AMP_SCREENSHOTS").map(|folder| Path::new(&folder).to_path_buf())
}
