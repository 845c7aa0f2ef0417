import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';

class Pill extends WidgetType {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  override eq(other: Pill): boolean {
    return other.name === this.name;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-pill';
    element.textContent = this.name;
    return element;
  }
}

/** The placeholders of all dialects; every pattern is bounded. */
const placeholder =
  /\$\{(?!=)([^{}]{1,200})\}|\{\{([A-Z_]{1,40})\}\}|<<([\w./-]{1,200})>>|@\{SESSION_ID\}\.([\w.[\]-]{1,200})/g;

/**
 * Placeholders are shown as pills that the cursor treats as one character. A pill shows what is between its brackets, or a
 * given name: nobody knows a step by its uuid.
 */
export function promptPills(
  nameOf: (placeholder: string) => string | undefined,
): ViewPlugin<PluginValue> {
  const matcher = new MatchDecorator({
    regexp: placeholder,
    decoration: ([whole, native, canvas, pipeline, session]) => {
      const name = nameOf(whole) ?? native ?? canvas ?? pipeline ?? session ?? '';
      return Decoration.replace({ widget: new Pill(name) });
    },
  });
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }
      update(update: ViewUpdate): void {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
      provide: (plugin) =>
        EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
    },
  );
}
