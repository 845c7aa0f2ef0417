// The picker of values
// A tree of what can be referred to here, with a search: names of nodes, their fields, types, and what they were in the last run.
import { Popover } from '@base-ui/react/popover';
import { Braces, ChevronRight } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { findVariables, hasFields, openVariables } from '../../graph/variables/find-variables.ts';
import { previewText } from '../../graph/variables/preview-text.ts';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { visibleText } from '../../text/visible-text.ts';

interface ValuePickerProps {
  /** Of the field. */
  readonly label: string;
  readonly variables: readonly Variable[];
  readonly onPick: (text: string) => void;
}

export function ValuePicker({ label, variables, onPick }: ValuePickerProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const hasPicked = useRef(false);
  const change = (opens: boolean) => {
    if (opens) hasPicked.current = false;
    setOpen(opens);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger
        aria-label="Insert a value"
        aria-description={label}
        title="Insert a value"
        className="grid size-7 shrink-0 place-items-center rounded-md text-text-3 hover:bg-sunken hover:text-text data-popup-open:bg-accent-soft data-popup-open:text-accent-text"
      >
        <Braces size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup
            aria-label="Insert a value"
            // What was picked is in the text, where typing goes on.
            finalFocus={() => !hasPicked.current}
            className="pop grid w-[min(24rem,calc(100vw-1rem))] gap-1 rounded-lg border border-line bg-raised p-1 shadow-3"
          >
            <VariableTree
              variables={variables}
              onPick={(text) => {
                hasPicked.current = true;
                setOpen(false);
                onPick(text);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface VariableTreeProps extends Pick<ValuePickerProps, 'variables' | 'onPick'> {}

function VariableTree({ variables, onPick }: VariableTreeProps): ReactNode {
  const id = useId();
  const tree = useVariableTree(variables, onPick);
  const { typed, shown, active } = tree;
  return (
    <>
      <input
        role="combobox"
        aria-label="Search values"
        aria-haspopup="tree"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown[active] === undefined ? undefined : `${id}-${active}`}
        placeholder="Search values"
        value={typed}
        onChange={(event) => tree.search(event.target.value)}
        onKeyDown={tree.onKeyDown}
        className={classNames(inputClass, 'h-8')}
      />
      <div id={id} role="tree" aria-label="Values" className="max-h-72 overflow-auto">
        {shown.map((variable, index) => (
          <VariableRow
            key={variable.text}
            id={`${id}-${index}`}
            variable={variable}
            isActive={index === active}
            isFound={typed.trim() !== ''}
            isOpen={tree.isOpen(variable)}
            onToggle={() => tree.toggle(variable)}
            onPick={() => onPick(variable.text)}
          />
        ))}
      </div>
      {tree.hidden > 0 && (
        <p className="px-2 py-1.5 text-xs text-text-3">{tree.hidden} more: search for them.</p>
      )}
      {shown.length === 0 && (
        <p role="status" className="px-2 py-1.5 text-sm text-text-3">
          Nothing here has that name.
        </p>
      )}
    </>
  );
}

/** Further down nobody looks; in a workflow of a thousand nodes there are thousands. */
const shownMax = 300;

interface TreeState {
  readonly typed: string;
  readonly shown: readonly Variable[];
  /** How many more there are. */
  readonly hidden: number;
  readonly active: number;
  readonly search: (typed: string) => void;
  /** Null: it has nothing below it. */
  readonly isOpen: (variable: Variable) => boolean | null;
  readonly toggle: (variable: Variable) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useVariableTree(
  variables: readonly Variable[],
  onPick: (text: string) => void,
): TreeState {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  // By their texts: those that were changed from how they begin, which is with the fields of whole values shown.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const isShownOpen = ({ text, depth }: Variable) => changed.has(text) !== (depth === 0);
  const found = findVariables(variables, typed);
  const all = typed.trim() === '' ? openVariables(found, isShownOpen) : found;
  const shown = all.slice(0, shownMax);
  const isOpen = (variable: Variable) =>
    hasFields(variables, variables.indexOf(variable)) ? isShownOpen(variable) : null;
  const toggle = ({ text }: Variable) =>
    setChanged((before) => {
      const after = new Set(before);
      if (!after.delete(text)) after.add(text);
      return after;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const current = shown[active];
    const isTree = typed === '';
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter' && current !== undefined) onPick(current.text);
    else if (isTree && current && event.key === 'ArrowRight' && isOpen(current) === false)
      toggle(current);
    else if (isTree && current && event.key === 'ArrowLeft' && isOpen(current) === true)
      toggle(current);
    else return;
    event.preventDefault();
  };
  const search = (next: string) => {
    setTyped(next);
    setActive(0);
  };
  return {
    typed,
    shown,
    hidden: all.length - shown.length,
    active,
    search,
    isOpen,
    toggle,
    onKeyDown,
  };
}

interface VariableRowProps {
  readonly id: string;
  readonly variable: Variable;
  readonly isActive: boolean;
  /** It was searched for, so it says where it belongs. */
  readonly isFound: boolean;
  readonly isOpen: boolean | null;
  readonly onToggle: () => void;
  readonly onPick: () => void;
}

const indents = ['pl-1', 'pl-5', 'pl-9', 'pl-13', 'pl-17'];

function VariableRow(props: VariableRowProps): ReactNode {
  const { id, variable, isActive, isFound, isOpen, onToggle, onPick } = props;
  const { label, name, depth, type, preview } = variable;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isActive}
      ref={(row) => {
        if (isActive) row?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onPick}
      className={classNames(
        'flex min-h-8 cursor-pointer items-center gap-1 rounded-sm pr-2 text-sm hover:bg-sunken aria-selected:bg-accent-soft',
        isFound ? 'pl-1' : indents[Math.min(depth, indents.length - 1)],
      )}
    >
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center text-text-3"
        onClick={(event) => {
          if (isOpen === null || isFound) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {isOpen !== null && !isFound && (
          <ChevronRight size={14} className={isOpen ? 'rotate-90' : undefined} />
        )}
      </span>
      <span className="min-w-0 shrink-0 truncate font-medium">
        {visibleText(isFound ? label : name)}
      </span>
      <span className="shrink-0 text-xs text-text-3">{type}</span>
      <span className="ml-auto min-w-0 truncate font-mono text-xs text-text-3">
        {visibleText(previewText(preview).replace(/^ = /, ''))}
      </span>
    </div>
  );
}
