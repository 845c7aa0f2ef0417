// The editor of a workflow inside another one
// It shows and changes a part of the same definition: one history, one draft, one save. The selection is of the level that is open.
import type { JsonObject } from '@skein/kernel';
import { definitionAt } from '../../../graph/sub/inside.ts';
import type { EditorState, EditorStore } from './editor-store.ts';

const nothing: JsonObject = { nodes: [] };

export function insideStore(outer: EditorStore, path: readonly string[]): EditorStore {
  let whole = outer.getState();
  let own = stateInside(whole, path);
  const read = (state: EditorState): EditorState => {
    if (state === whole) return own;
    whole = state;
    own = stateInside(state, path, own);
    return own;
  };
  return {
    outer: { store: outer, path },
    getState: () => read(outer.getState()),
    getInitialState: () => stateInside(outer.getInitialState(), path),
    subscribe: (listener) =>
      outer.subscribe((state, before) => listener(read(state), stateInside(before, path))),
    // Only `change` and its like write the history, and those write to the whole.
    setState: (given: Partial<EditorState> | ((state: EditorState) => Partial<EditorState>)) =>
      outer.setState(typeof given === 'function' ? given(read(outer.getState())) : given),
  };
}

function stateInside(
  state: EditorState,
  path: readonly string[],
  before?: EditorState,
): EditorState {
  const { past, future, merge } = state.history;
  const present = definitionAt(state.history.present, path) ?? nothing;
  const known = before?.history;
  const isSame = known?.present === present && known.past === past && known.future === future;
  return {
    ...state,
    dialect: 'native',
    inside: path,
    history: isSame ? known : { past, present, future, merge },
  };
}
