//! Plots of times over a parameter, as SVG: panels side by side with shared logarithmic axes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::text;

/// A plot.
#[derive(Debug)]
pub struct Plot {
    /// The title above all panels.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: &'static str,
    /// The panels.
    pub panels: Vec<Panel>,
}

/// A panel of a plot.
#[derive(Debug)]
pub struct Panel {
    /// The title above the panel.
    pub title: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line in a panel.
#[derive(Debug)]
pub struct Line {
    /// The name in the legend.
    pub name: String,
    /// Parameters and times.
    pub points: Vec<(usize, Duration)>,
}

const PANEL: [f64; 2] = [300.0, 210.0];
const GAP: [f64; 2] = [24.0, 46.0];
const MARGIN: [f64; 2] = [64.0, 64.0];
const COLUMNS: usize = 3;
/// The colour-blind safe palette of Okabe and Ito.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

impl Plot {
    /// The shortest time: panel, line, parameter, time.
    #[must_use]
    pub fn best(&self) -> Option<(&Panel, &Line, usize, Duration)> {
        let lines = self.panels.iter().flat_map(|panel| panel.lines.iter().map(move |line| (panel, line)));
        let points =
            lines.flat_map(|(panel, line)| line.points.iter().map(move |&(x, time)| (panel, line, x, time)));
        points.min_by_key(|(.., time)| *time)
    }

    /// The lowest line at each parameter.
    #[must_use]
    pub fn fastest(&self) -> Vec<(usize, &Line)> {
        let lines = self.panels.iter().flat_map(|panel| &panel.lines);
        let points = lines.flat_map(|line| line.points.iter().map(move |&(x, time)| (x, time, line)));
        let mut lowest: BTreeMap<usize, (Duration, &Line)> = BTreeMap::new();
        for (x, time, line) in points {
            let best = lowest.entry(x).or_insert((time, line));
            if time < best.0 {
                *best = (time, line);
            }
        }
        lowest.into_iter().map(|(x, (_, line))| (x, line)).collect()
    }

    /// The plot as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let columns = COLUMNS.min(self.panels.len().max(1));
        let rows = self.panels.len().div_ceil(columns).max(1);
        let width = MARGIN[0] + columns as f64 * (PANEL[0] + GAP[0]);
        let legend = self.panels.iter().map(|panel| panel.lines.len()).max().unwrap_or(0);
        let height = MARGIN[1] + rows as f64 * (PANEL[1] + GAP[1]) + 34.0;
        let mut svg = String::new();
        // Writing to a string cannot fail, so `writeln!` loses no error below.
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{}\" y=\"24\" font-size=\"15\">{}</text>",
            MARGIN[0],
            escape(&self.title),
        );
        let scale = Scale::of(self);
        for (n, panel) in self.panels.iter().enumerate() {
            let left = MARGIN[0] + (n % columns) as f64 * (PANEL[0] + GAP[0]);
            let top = MARGIN[1] + (n / columns) as f64 * (PANEL[1] + GAP[1]);
            let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
            scale.axes(&mut svg, n % columns == 0);
            // Only below the last panel of each column.
            if n + columns >= self.panels.len() {
                let (middle, below) = (PANEL[0] / 2.0, PANEL[1] + 30.0);
                let _ = writeln!(
                    svg,
                    "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
                    escape(self.x)
                );
            }
            let _ = writeln!(svg, "<text y=\"-8\" font-weight=\"bold\">{}</text>", escape(&panel.title));
            for (line, colour) in panel.lines.iter().zip(COLOURS.iter().cycle()) {
                scale.line(&mut svg, line, colour);
            }
            svg += "</g>\n";
        }
        let names = self.panels.iter().find(|panel| panel.lines.len() == legend);
        let mut x = MARGIN[0];
        let y = height - 14.0;
        for (line, colour) in names.iter().flat_map(|panel| &panel.lines).zip(COLOURS.iter().cycle()) {
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>\
                 <text x=\"{}\" y=\"{y}\">{}</text>",
                y - 6.0,
                x + 19.0,
                escape(&line.name)
            );
            x += 36.0 + 6.5 * line.name.len() as f64;
        }
        svg + "</svg>\n"
    }
}

/// Maps values to positions in a panel.
struct Scale {
    x: [f64; 2],
    y: [f64; 2],
    /// The parameters that occur.
    ticks: Vec<usize>,
}

impl Scale {
    fn of(plot: &Plot) -> Scale {
        let points = || plot.panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
        let mut ticks: Vec<usize> = points().map(|(x, _)| *x).collect();
        ticks.sort_unstable();
        ticks.dedup();
        let times = || points().map(|(_, time)| time.as_secs_f64().max(1e-9).log10());
        let y = [times().fold(f64::INFINITY, f64::min), times().fold(f64::NEG_INFINITY, f64::max)];
        // The axis has a margin. It covers at least a factor of two (0.3 as a logarithm), even if all times
        // are equal.
        let y = if ticks.is_empty() { [-3.0, 0.0] } else { [y[0] - 0.06, y[1].max(y[0] + 0.3) + 0.06] };
        let end = |tick: Option<&usize>| (tick.copied().unwrap_or(1).max(1) as f64).log2();
        Scale { x: [end(ticks.first()) - 0.3, end(ticks.last()) + 0.3], y, ticks }
    }

    fn position(&self, x: usize, time: Duration) -> [f64; 2] {
        let fraction = |value: f64, [low, high]: [f64; 2]| (value - low) / (high - low);
        let across = fraction((x.max(1) as f64).log2(), self.x);
        let up = fraction(time.as_secs_f64().max(1e-9).log10(), self.y);
        [across * PANEL[0], (1.0 - up) * PANEL[1]]
    }

    fn axes(&self, svg: &mut String, labels: bool) {
        let [width, height] = PANEL;
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f7f7f7\"/>");
        // At most eight labels, so that they do not overlap.
        let step = self.ticks.len().div_ceil(8).max(1);
        for (n, tick) in self.ticks.iter().enumerate() {
            let [x, _] = self.position(*tick, Duration::from_secs(1));
            let _ = writeln!(svg, "<path d=\"M{x:.1} 0V{height}\" stroke=\"#fff\"/>");
            if n % step == 0 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    height + 14.0,
                    tick_label(*tick)
                );
            }
        }
        let time_ticks = self.time_ticks();
        for time in &time_ticks {
            let [_, y] = self.position(1, *time);
            let _ = writeln!(svg, "<path d=\"M0 {y:.1}H{width}\" stroke=\"#fff\"/>");
            if labels {
                let text = text::time(*time);
                let _ =
                    writeln!(svg, "<text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", y + 4.0);
            }
        }
    }

    /// Round times for the labels of the axis, with the fewest digits that give at least four labels.
    fn time_ticks(&self) -> Vec<Duration> {
        const DIGITS: [&[f64]; 4] = [
            &[1.0],
            &[1.0, 2.0, 5.0],
            &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
            &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
        ];
        let powers = self.y[0].floor() as i32..=self.y[1].ceil() as i32;
        let with = |digits: &[f64]| -> Vec<Duration> {
            let times = powers.clone().flat_map(|power| {
                digits.iter().map(move |digit| Duration::from_secs_f64(digit * 10f64.powi(power)))
            });
            times.filter(|time| (0.0..=PANEL[1]).contains(&self.position(1, *time)[1])).collect()
        };
        let mut time_ticks = DIGITS.map(with).into_iter();
        let last = time_ticks.next_back().unwrap_or_default();
        time_ticks.find(|time_ticks| time_ticks.len() >= 4).unwrap_or(last)
    }

    fn line(&self, svg: &mut String, line: &Line, colour: &str) {
        let points: Vec<_> = line.points.iter().map(|&(x, time)| self.position(x, time)).collect();
        let path: Vec<_> = points.iter().map(|[x, y]| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\" stroke-linejoin=\"round\"/>",
            path.join("L")
        );
        for [x, y] in points {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\" fill=\"{colour}\"/>");
        }
    }
}

/// Large powers of two as powers: their digits would not fit.
fn tick_label(tick: usize) -> String {
    if tick > 1 << 12 && tick.is_power_of_two() { format!("2^{}", tick.ilog2()) } else { tick.to_string() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        let ms = Duration::from_millis;
        let line = |name: &str, times: [u64; 3]| Line {
            name: name.to_owned(),
            points: [32, 64, 128].into_iter().zip(times.map(ms)).collect(),
        };
        let lines = vec![line("a & b", [9, 4, 7]), line("c", [8, 8, 8])];
        Plot { title: "t".into(), x: "width", panels: vec![Panel { title: "p".into(), lines }] }
    }

    #[test]
    fn best_point_has_the_shortest_time() {
        let plot = plot();
        let (panel, line, x, time) = plot.best().unwrap();
        assert_eq!((&*panel.title, &*line.name, x, time), ("p", "a & b", 64, Duration::from_millis(4)));
    }

    #[test]
    fn points_lie_inside_their_panel() {
        let plot = plot();
        let scale = Scale::of(&plot);
        for (x, time) in plot.panels[0].lines.iter().flat_map(|line| &line.points) {
            let [across, down] = scale.position(*x, *time);
            assert!((0.0..=PANEL[0]).contains(&across) && (0.0..=PANEL[1]).contains(&down));
        }
        let svg = plot.svg();
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(svg.contains("a &amp; b") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }

    #[test]
    fn fastest_line_is_found_at_each_parameter() {
        let plot = plot();
        let fastest: Vec<_> = plot.fastest().iter().map(|(x, line)| (*x, line.name.clone())).collect();
        let expected = [(32, "c"), (64, "a & b"), (128, "a & b")];
        assert_eq!(fastest, expected.map(|(x, name)| (x, name.to_owned())));
    }

    #[test]
    fn time_axis_has_at_least_three_labels() {
        for most in [11, 13, 17, 40, 900, 90_000] {
            let points = vec![(1, Duration::from_millis(10)), (2, Duration::from_millis(most))];
            let panel = Panel { title: String::new(), lines: vec![Line { name: String::new(), points }] };
            let time_ticks =
                Scale::of(&Plot { title: String::new(), x: "x", panels: vec![panel] }).time_ticks();
            assert!((3..=14).contains(&time_ticks.len()), "{most}: {time_ticks:?}");
        }
    }

    #[test]
    fn empty_plot_is_valid_svg() {
        let svg = Plot { title: String::new(), x: "x", panels: Vec::new() }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
