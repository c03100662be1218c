//! The native window around the workbench.

use crate::ui::actions::Action;
use crate::ui::preferences::Preferences;
use crate::ui::theme;
use crate::ui::widgets::icon;
use crate::ui::workbench::Workbench;
use cloakroom_engine::job::Waker;
use eframe::{App, CreationContext, Frame, NativeOptions, Storage};
use std::path::PathBuf;
use std::sync::Arc;

const PREFERENCES: &str = "preferences";

/// What the window opens on.
pub enum OpenOn {
    Start,
    File(PathBuf),
    Sample(&'static str),
}

struct Window {
    workbench: Workbench,
    title: String,
}

/// Opens the window and returns when it is closed. The error is a sentence for the user.
pub fn run(open_on: OpenOn) -> Result<(), String> {
    if !is_there_a_display() {
        return Err(NO_DISPLAY.to_owned());
    }
    let options = NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id("cloakroom")
            .with_title("Cloakroom")
            .with_icon(icon(64))
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([800.0, 600.0]),
        ..NativeOptions::default()
    };
    eframe::run_native(
        "Cloakroom",
        options,
        Box::new(|creation| Ok(Box::new(Window::new(creation, open_on)))),
    )
    .map_err(|error| match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            format!(
                "the window could not be opened: the display does not answer. {WITHOUT_A_WINDOW}"
            )
        }
        _ => format!("the window could not be opened. {HOW_TO_GET_GRAPHICS} {WITHOUT_A_WINDOW}"),
    })
}

const HOW_TO_GET_GRAPHICS: &str = "It needs OpenGL: on Debian and Ubuntu install libgl1 libegl1 libgl1-mesa-dri libxkbcommon-x11-0.";

const WITHOUT_A_WINDOW: &str = "Everything else works without a window: see cloakroom --help";

const NO_DISPLAY: &str = "there is no display to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set). \
    On a server, install xvfb and run: xvfb-run cloakroom. Everything else works without a window: see \
    cloakroom --help";

fn is_there_a_display() -> bool {
    if cfg!(all(unix, not(target_os = "macos"))) {
        ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
    } else {
        true
    }
}

/// Where the samples are written when they are opened.
fn sample_cache() -> PathBuf {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("LOCALAPPDATA").map(PathBuf::from))
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .filter(|base| base.is_absolute())
        .unwrap_or_else(std::env::temp_dir);
    base.join("cloakroom").join("samples")
}

impl Window {
    fn new(creation: &CreationContext<'_>, open_on: OpenOn) -> Self {
        theme::install(&creation.egui_ctx);
        let preferences: Preferences = creation
            .storage
            .and_then(|storage| eframe::get_value(storage, PREFERENCES))
            .unwrap_or_default();
        let ctx = creation.egui_ctx.clone();
        let waker: Waker = Arc::new(move || ctx.request_repaint());
        let mut workbench = Workbench::new(preferences, waker, sample_cache());
        match open_on {
            OpenOn::Start => {}
            OpenOn::File(path) => workbench.send(Action::Open(path)),
            OpenOn::Sample(name) => workbench.send(Action::OpenSample(name)),
        }
        Self {
            workbench,
            title: String::new(),
        }
    }
}

impl App for Window {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut Frame) {
        self.workbench.logic(ctx);
        if ctx.input(|input| input.viewport().close_requested()) && !self.workbench.may_close() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
        }
        if self.workbench.wants_to_quit() {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let title = self.workbench.title();
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut Frame) {
        self.workbench.ui(ui);
    }

    fn save(&mut self, storage: &mut dyn Storage) {
        eframe::set_value(storage, PREFERENCES, &self.workbench.preferences);
    }
}
