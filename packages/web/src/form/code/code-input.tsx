import type { WidgetProps } from '@rjsf/utils';
import { Maximize2, Play } from 'lucide-react';
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { TextArea } from '../inputs/text-input.tsx';
import type { CodeFindingLine } from './code-editor.tsx';
import { CodeFindings } from './code-findings.tsx';
import { CodeScope, type CodeScopeValue } from './code-scope.ts';
import { CodeTrial } from './code-trial.tsx';

const CodeEditor = lazy(async () => ({
  default: (await import('./code-editor.tsx')).CodeEditor,
}));

/** Code with what TypeScript knows about it, and a button that tries it; also in a dialog, where there is room. */
export function CodeInput(props: WidgetProps): ReactNode {
  const scope = useContext(CodeScope);
  const [isLarge, setLarge] = useState(false);
  if (scope === null) return <TextArea {...props} />;
  const edited = {
    label: props.label,
    scope,
    value: typeof props.value === 'string' ? props.value : '',
    onChange: (text: string) => props.onChange(text === '' ? props.options.emptyValue : text),
  };
  return (
    <>
      <CodeArea {...edited} onEnlarge={() => setLarge(true)} />
      <Modal
        isOpen={isLarge}
        onOpenChange={setLarge}
        title={props.label}
        className="h-[80dvh] w-[min(1100px,calc(100vw-32px))]"
      >
        <CodeArea {...edited} onEnlarge={null} />
      </Modal>
    </>
  );
}

interface CodeAreaProps {
  readonly label: string;
  readonly scope: CodeScopeValue;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Null in the dialog. */
  readonly onEnlarge: (() => void) | null;
}

function CodeArea({ label, scope, value, onChange, onEnlarge }: CodeAreaProps): ReactNode {
  const [findings, setFindings] = useState<readonly CodeFindingLine[]>([]);
  const { isTrying, onTry, result } = scope;
  const isSmall = onEnlarge !== null;
  return (
    <div
      className={
        isSmall
          ? 'grid w-0 min-w-full grid-cols-[minmax(0,1fr)] gap-2'
          : 'flex min-h-0 flex-1 flex-col gap-2 p-4'
      }
    >
      <div className={isSmall ? 'h-60' : 'min-h-40 flex-1'}>
        <Suspense fallback={<div className="h-full rounded-md border border-control" />}>
          <CodeEditor
            label={label}
            value={value}
            language={scope.language}
            declarations={scope.declarations}
            marks={scope.marks}
            onChange={onChange}
            onFindings={setFindings}
            onTry={onTry}
          />
        </Suspense>
      </div>
      <CodeFindings findings={findings} />
      <div className="flex items-center gap-2">
        <Button size="sm" icon={Play} disabled={isTrying} onClick={onTry}>
          {isTrying ? 'Trying …' : 'Try on the last input'}
        </Button>
        <span className="flex-1 text-xs text-text-3 max-md:hidden">Ctrl Enter</span>
        {onEnlarge !== null && (
          <IconButton size="sm" label="Enlarge" icon={Maximize2} onClick={onEnlarge} />
        )}
      </div>
      {result !== null && <CodeTrial result={result} />}
    </div>
  );
}
