//! One flow over all kinds of data: open, check, solve, anonymize, release, sweep, risk, attack, pool and report. The window
//! and the command line drive it, and so can any other program; it knows nothing of how things look.
//!
//! A table of people becomes a folder that may be released, and whoever receives it can check it alone:
//!
//! ```
//! use cloakroom_core::io::load::load;
//! use cloakroom_core::load_options::LoadOptions;
//! use cloakroom_core::method::MethodName;
//! use cloakroom_core::pulse::Pulse;
//! use cloakroom_core::recipe::Recipe;
//! use cloakroom_core::roles::Role;
//! use cloakroom_core::trees::Trees;
//! use cloakroom_engine::release::{ReleaseOutcome, release};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("patients.csv");
//! std::fs::write(&file, "age,sex,disease\n34,f,flu\n36,f,asthma\n52,m,flu\n58,m,cancer\n59,m,flu\n")?;
//!
//! // A pulse tells how far the work is, and stops it.
//! let pulse = Pulse::default();
//! let loaded = load(&file, &LoadOptions::default(), &pulse)?;
//! let mut recipe = Recipe::default();
//! let settings = &mut recipe.settings;
//! settings.roles.set("age", Some(Role::Quasi));
//! settings.roles.set("sex", Some(Role::Quasi));
//! settings.roles.set("disease", Some(Role::Sensitive));
//! settings.requirement.k = Some(2);
//! settings.method.name = MethodName::Mondrian;
//!
//! let out = folder.path().join("release");
//! let ReleaseOutcome::Written(answer) = release(&loaded, &recipe, &Trees::default(), &out, &pulse)? else {
//!     return Err("two of five people can always be made alike".into());
//! };
//! assert!(answer.check.satisfied);
//! assert!(cloakroom_verify::verify(&out, &pulse)?.satisfied);
//! # Ok(())
//! # }
//! ```

pub mod anonymize;
pub mod attack;
pub mod baskets;
pub mod batch;
pub mod certificate_evidence;
pub mod change;
pub mod check;
pub mod contents;
pub mod curves;
mod declared;
pub mod document;
pub mod explain;
pub mod figure;
pub mod hierarchies;
pub mod history;
mod in_house;
pub mod infeasible;
pub mod internal_paths;
pub mod job;
pub mod kinds;
pub mod leaving;
mod leftovers;
pub mod measures;
mod naming;
pub mod open;
pub mod out_of_core;
pub mod pareto;
pub mod pool;
pub mod recipients;
mod records;
pub mod release;
mod released_table;
pub mod report;
pub mod risk;
pub mod samples;
pub mod shelf;
mod shuffle;
pub mod side_by_side;
pub mod solve;
pub mod survey;
pub mod sweep;
pub mod workspace;
mod write_release;
