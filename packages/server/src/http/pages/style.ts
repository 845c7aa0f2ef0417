/** The colours are those of the studio, whose files these pages do not load. */
export const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --page: light-dark(#f6f6f8, #0f0f14); --card: light-dark(#ffffff, #17171e); --line: light-dark(#e2e2e8, #2a2a35); --control: light-dark(#8b8b9a, #6d6d7e); --field: light-dark(#ffffff, #0f0f14); --text: light-dark(#17171d, #f1f1f5); --accent: light-dark(#5643d6, #6a58e6); }
html.light { color-scheme: light; }
html.dark { color-scheme: dark; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--page); color: var(--text); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; }
.prompt { white-space: pre-wrap; font-size: 1.25rem; overflow-wrap: anywhere; }
.problem { border: 1px solid; border-left-width: 0.5rem; border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
form label { font-weight: 600; }
form input:not([type='checkbox']), form select, form textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; }
form button { font: inherit; padding: 0.5rem 1rem; margin-right: 0.5rem; min-height: 2.75rem; }
main.shared { box-sizing: border-box; max-width: 36rem; margin: 10vh auto 2rem; padding: 1.5rem 2rem 2rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
.shared h1 { font-size: 1.375rem; line-height: 1.75rem; }
.shared label + input, .shared label + select, .shared label + textarea { margin-top: 0.375rem; }
.shared input:not([type='checkbox']), .shared select, .shared textarea { border: 1px solid var(--control); border-radius: 0.375rem; background: var(--field); color: inherit; }
.shared button { border: 0; border-radius: 0.375rem; background: var(--accent); color: #fff; font-weight: 600; padding: 0.5rem 1.25rem; }
.shared dt { font-weight: 600; }
.shared dd { margin: 0 0 0.75rem; font-size: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
main.chat { max-width: 44rem; margin: 2rem auto; padding: 1rem 1.5rem 0; display: flex; flex-direction: column; min-height: calc(100dvh - 5rem); }
.chat header { display: flex; align-items: baseline; gap: 1rem; border-bottom: 1px solid var(--line); }
.chat header h1 { flex: 1; margin: 0.5rem 0; }
.chat a { color: inherit; }
.chat .prompt { font-size: 1rem; margin: 0; }
.chat [role='log'] { flex: 1; padding: 1rem 0; }
.said { margin: 0 0 1rem; max-width: 90%; }
.words > * { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.words h3 { font-size: 1rem; }
.words pre { overflow-x: auto; padding: 0.75rem; border-radius: 0.5rem; background: light-dark(#f1eff7, #1d1a29); }
.said.visitor { width: fit-content; margin-left: auto; padding: 0.5rem 0.875rem; border-radius: 1rem 1rem 0.25rem 1rem; background: light-dark(#ece8fb, #2f2859); color: light-dark(#16131f, #f5f3ff); }
.note { font-size: 0.875rem; opacity: 0.75; margin: 0 0 0.75rem; }
.chat:has(.composer) .stop { display: none; }
.shared button.quiet { background: none; color: inherit; border: 1px solid var(--control); min-height: 2.25rem; padding: 0.25rem 0.75rem; margin-bottom: 0.75rem; }
.shared button.refusal { background: var(--card); color: light-dark(#b3261e, #ff9b93); border: 1px solid currentColor; }
.decision { display: flex; gap: 0.75rem; margin-top: 1.25rem; }
.decision button { margin: 0; }
.decision button[value='approve'] { flex: 1; order: 2; }
.shared h2 { font-size: 1rem; margin: 1.25rem 0 0.5rem; }
.shared:not(.chat) details { margin: 1rem 0; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.shared:not(.chat) summary { cursor: pointer; min-height: 2rem; }
.shared fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0 0 1rem; }
.shared legend { font-weight: 600; }
.composer { position: sticky; bottom: 0; display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 0.75rem; align-items: stretch; padding: 0.75rem 0 1rem; background: var(--card); }
.composer label, .composer .problem { grid-column: 1 / -1; }
.composer label { font-size: 0.875rem; margin-bottom: -0.5rem; }
.composer button { margin: 0; }
.composer input[type='file'] { grid-column: 1 / -1; margin: 0; border: 0; background: none; padding: 0; width: 100%; font-size: 0.875rem; }
.composer input[type='file']::file-selector-button { border: 1px solid var(--control); border-radius: 0.375rem; background: none; color: inherit; padding: 0.375rem 0.75rem; margin-right: 0.75rem; font: inherit; }
.files { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0.375rem 0 0; padding: 0; font-size: 0.8125rem; }
.files li { padding: 0.125rem 0.5rem; border: 1px solid currentColor; border-radius: 1rem; overflow-wrap: anywhere; }
.edit { margin: -0.75rem 0 1rem; text-align: right; font-size: 0.8125rem; }
.edit summary { display: inline-block; padding: 0.375rem 0.25rem; cursor: pointer; text-decoration: underline; }
.edit form { text-align: left; }
.edit textarea { font-size: 1rem; }
.edit button { margin-top: 0.5rem; }
.chat > .prompt { margin: 0.75rem 0 0; opacity: 0.85; }
main .composer textarea { resize: none; min-height: 2.75rem; margin: 0; }
@media (max-width: 40rem) { body:has(.shared) { margin: 0 auto; } main.shared { margin: 1rem auto; padding: 1rem 1.25rem 1.25rem; } body:has(.chat) { margin: 0; padding: 0; } main.chat { margin: 0; border: 0; border-radius: 0; min-height: 100dvh; } }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
`;
