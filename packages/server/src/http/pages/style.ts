export const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html.light { color-scheme: light; }
html.dark { color-scheme: dark; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; }
.prompt { white-space: pre-wrap; font-size: 1.25rem; overflow-wrap: anywhere; }
.problem { border: 1px solid; border-left-width: 0.5rem; border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
form label { font-weight: 600; }
form input:not([type='checkbox']), form select, form textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; }
form button { font: inherit; padding: 0.5rem 1rem; margin-right: 0.5rem; min-height: 2.75rem; }
main.shared { box-sizing: border-box; max-width: 36rem; margin: 10vh auto 2rem; padding: 1.5rem 2rem 2rem; border: 1px solid #8886; border-radius: 0.75rem; }
.shared h1 { font-size: 1.375rem; line-height: 1.75rem; }
.shared label + input, .shared label + select, .shared label + textarea { margin-top: 0.375rem; }
.shared input:not([type='checkbox']), .shared select, .shared textarea { border: 1px solid #888; border-radius: 0.375rem; }
.shared button { border: 0; border-radius: 0.375rem; background: #5b3fd6; color: #fff; font-weight: 600; padding: 0.5rem 1.25rem; }
.shared dt { font-weight: 600; }
.shared dd { margin: 0 0 0.75rem; font-size: 1rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
`;
