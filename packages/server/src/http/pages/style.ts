export const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.5rem; }
table { border-collapse: collapse; width: 100%; }
.prompt { white-space: pre-wrap; font-size: 1.25rem; overflow-wrap: anywhere; }
.problem { border: 1px solid; border-left-width: 0.5rem; border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
form label { font-weight: 600; }
form input:not([type='checkbox']), form select, form textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; }
form button { font: inherit; padding: 0.5rem 1rem; margin-right: 0.5rem; min-height: 2.75rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
`;
