// Keys
// What every key does, in one table: the list that `?` opens is made from it, so none can be missing.

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

export const shortcutGroups: readonly {
  readonly title: string;
  readonly keys: readonly Shortcut[];
}[] = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'Open the command bar' },
      { keys: ['?'], does: 'Show this list' },
      { keys: ['G', 'W'], does: 'Go to workflows' },
      { keys: ['G', 'R'], does: 'Go to runs' },
      { keys: ['G', 'I'], does: 'Go to the inbox' },
      { keys: ['G', 'C'], does: 'Go to chat' },
      { keys: ['G', 'S'], does: 'Go to settings' },
      { keys: ['G', 'E'], does: 'Go to evaluations' },
      { keys: ['Esc'], does: 'Close the open dialog or panel' },
    ],
  },
  {
    title: 'Inbox',
    keys: [
      { keys: ['J'], does: 'Next question' },
      { keys: ['K'], does: 'Previous question' },
      { keys: ['Ctrl', 'Enter'], does: 'Send the answer' },
    ],
  },
  {
    title: 'Run',
    keys: [{ keys: ['Ctrl', 'F'], does: 'Find a node by name, text or type' }],
  },
  {
    title: 'Editor',
    keys: [
      { keys: ['N'], does: 'Add a node' },
      { keys: ['Ctrl', 'F'], does: 'Find a node by name, text or type' },
      { keys: ['C'], does: 'Connect the selected node to another' },
      { keys: ['Tab', 'Enter'], does: 'Move to a node or edge, go into its settings' },
      { keys: ['Esc'], does: 'From the settings back to the node' },
      { keys: ['Ctrl', 'Enter'], does: 'Run' },
      { keys: ['Arrows'], does: 'Move the selected nodes' },
      { keys: ['Ctrl', 'A'], does: 'Select all' },
      { keys: ['Shift', 'drag'], does: 'Select with a box; Ctrl-click adds one' },
      { keys: ['Shift', 'N'], does: 'Add a note' },
      { keys: ['Shift', 'G'], does: 'Group the selected nodes' },
      { keys: ['Del'], does: 'Delete the selection' },
      { keys: ['Ctrl', 'D'], does: 'Duplicate the selection' },
      { keys: ['Ctrl', 'C'], does: 'Copy the selection as JSON' },
      { keys: ['Ctrl', 'V'], does: 'Paste' },
      { keys: ['Ctrl', 'Z'], does: 'Undo' },
      { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo' },
      { keys: ['Ctrl', 'Enter'], does: 'In code: try it on the last input' },
      { keys: ['Ctrl', 'S'], does: 'Save' },
      { keys: ['1'], does: 'Tidy up' },
      { keys: ['0'], does: 'Fit to view' },
    ],
  },
];
