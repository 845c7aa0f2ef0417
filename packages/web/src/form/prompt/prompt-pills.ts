import { referencesIn, referenceWords } from '@skein/dialects';
import { StateEffect } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  hoverTooltip,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import type { EditorExtension } from '../editors/use-editor-view.ts';

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

/** The placeholders of the other dialects; every pattern is bounded. */
const others = /\{\{([A-Z_]{1,40})\}\}|<<([\w./-]{1,200})>>|@\{SESSION_ID\}\.([\w.[\]-]{1,200})/g;

interface PillWords {
  /** The name of a placeholder that has one of its own: nobody knows a step by its uuid. */
  readonly nameOf: (placeholder: string) => string | undefined;
  readonly nodes: ReadonlyMap<string, string>;
  /** What it was in the run that is looked at. */
  readonly valueOf: (placeholder: string) => string | null;
}

interface PlacedPill {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Names of nodes or values have changed, and no text. */
const renamed = StateEffect.define<null>();

export function renamePills(view: EditorView): void {
  view.dispatch({ effects: renamed.of(null) });
}

/**
 * Placeholders are shown as pills that the cursor treats as one character, with the names that people gave to nodes. Pointing at one
 * shows the value that it had.
 */
export function promptPills(words: () => PillWords): EditorExtension {
  const plugin = ViewPlugin.fromClass(
    class implements PluginValue {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorationsOf(view, words());
      }
      update(update: ViewUpdate): void {
        const isRenamed = update.transactions.some(({ effects }) =>
          effects.some((effect) => effect.is(renamed)),
        );
        if (update.docChanged || isRenamed) this.decorations = decorationsOf(update.view, words());
      }
    },
    {
      decorations: (own) => own.decorations,
      provide: (own) =>
        EditorView.atomicRanges.of((view) => view.plugin(own)?.decorations ?? Decoration.none),
    },
  );
  return [plugin, pillValues(words)];
}

function decorationsOf(view: EditorView, words: PillWords): DecorationSet {
  const ranges = pillsIn(view.state.doc.toString(), words).map(({ from, to, name }) =>
    Decoration.replace({ widget: new Pill(name) }).range(from, to),
  );
  return Decoration.set(ranges, true);
}

function pillsIn(text: string, { nameOf, nodes }: PillWords): readonly PlacedPill[] {
  const own = referencesIn(text).map(({ from, to, reference }) => ({
    from,
    to,
    name: nameOf(reference.text) ?? referenceWords(reference, nodes),
  }));
  const found = [...text.matchAll(others)].map((match) => {
    const [whole, canvas, pipeline, session] = match;
    const name = nameOf(whole) ?? canvas ?? pipeline ?? session ?? '';
    return { from: match.index, to: match.index + whole.length, name };
  });
  return [...own, ...found];
}

function pillValues(words: () => PillWords): EditorExtension {
  return hoverTooltip(
    (view, at) => {
      const text = view.state.doc.toString();
      const pill = pillsIn(text, words()).find(({ from, to }) => from <= at && at <= to);
      if (pill === undefined) return null;
      const value = words().valueOf(text.slice(pill.from, pill.to));
      return {
        pos: pill.from,
        end: pill.to,
        above: true,
        create: () => ({ dom: valueElement(pill.name, value) }),
      };
    },
    { hoverTime: 150 },
  );
}

function valueElement(name: string, value: string | null): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-pill-value';
  const title = document.createElement('p');
  title.className = 'cm-description';
  title.textContent = name;
  const shown = document.createElement('p');
  shown.className = 'cm-example';
  shown.textContent = value ?? 'No value yet.';
  element.append(title, shown);
  return element;
}
