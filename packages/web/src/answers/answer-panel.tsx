// Answering a question
// The same in the inbox and on the run page. Nothing is sent before a button is pressed; opening a link never answers.
import type { Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { showToast } from '../design/feedback/toasts.ts';
import { useAnswerWait } from '../data/waits.ts';
import { classNames } from '../design/class-names.ts';
import { inputClass } from '../design/controls/input-class.ts';
import { LazySchemaForm } from '../form/lazy-schema-form.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { ArgumentsEditor, argumentsOf, useChangedArguments } from './changed-arguments.tsx';
import { CopyLink } from './copy-link.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useAnswerDraft } from './use-answer-draft.ts';
import { useWhoAnswers, type WhoAnswers } from './who-answers.ts';
import { visibleText } from '../text/visible-text.ts';
import {
  answerOf,
  answerSchema,
  firstForm,
  isApproval,
  isEdited,
  type Question,
} from './answer-shape.ts';

interface AnswerPanelProps {
  readonly wait: Question & {
    readonly id: string;
    readonly who: readonly string[];
    /** False: of another user's run, for which only its owner makes links. */
    readonly isOwn?: boolean;
  };
  readonly onAnswered?: () => void;
  /** On phones the buttons stay at the bottom of the page. */
  readonly isSticky?: boolean;
}

export function AnswerPanel(props: AnswerPanelProps): ReactNode {
  return props.wait.kind === 'auth' ? (
    <SignInPanel question={props.wait} />
  ) : (
    <FormPanel {...props} />
  );
}

function FormPanel({ wait, onAnswered, isSticky = false }: AnswerPanelProps): ReactNode {
  const schema = answerSchema(wait);
  const [first] = useState(() => firstForm(schema));
  const { form, setForm, forget } = useAnswerDraft(wait.id, first);
  const answering = useAnswerWait(() => {
    forget();
    showToast({ tone: 'ok', text: 'Answer sent. The run continues.' });
    onAnswered?.();
  });
  const { asks, refusal } = useWhoAnswers(wait);
  const asked = isApproval(wait) ? argumentsOf(wait.data) : undefined;
  const changed = useChangedArguments(wait.data);
  const formId = `answer-${wait.id}`;
  const send = (decision: 'approve' | 'reject' | undefined, data: Json | undefined) => {
    if (decision === 'approve' && changed.problem !== null) return;
    const args = decision === 'approve' ? changed.value : undefined;
    answering.mutate({ wait: wait.id, answer: answerOf({ decision, form: data, args }) });
  };
  const buttons = (isLoaded: boolean) => (
    <AnswerButtons
      formId={formId}
      isApproval={isApproval(wait)}
      isLimit={wait.kind === 'limit'}
      isEdited={isEdited(first, form) || changed.value !== undefined}
      // An accepted answer cannot be sent again; the question disappears when the run reports it.
      isBusy={answering.isPending || answering.isSuccess || !isLoaded || refusal !== null}
      isSticky={isSticky}
      onReject={() => send('reject', form)}
    />
  );
  return (
    <fieldset
      disabled={refusal !== null}
      className="grid min-w-0 gap-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        const isFree = !answering.isPending && !answering.isSuccess && refusal === null;
        if (isFree) findForm(formId)?.requestSubmit();
      }}
    >
      <AskedOf asks={asks} refusal={refusal} />
      {asked !== undefined && (
        <ArgumentsEditor id={`arguments-${wait.id}`} data={wait.data} changed={changed} />
      )}
      {schema === null ? (
        <>
          <TextAnswer
            id={formId}
            value={typeof form === 'string' ? form : ''}
            onChange={setForm}
            onSubmit={() => send(undefined, form)}
          />
          {buttons(true)}
        </>
      ) : (
        <LazySchemaForm
          id={formId}
          label="Your answer"
          schema={schema}
          data={form}
          onChange={setForm}
          onSubmit={(data) => send(isApproval(wait) ? 'approve' : undefined, data)}
          footer={buttons}
        />
      )}
      {wait.isOwn !== false && refusal === null && <CopyLink wait={wait.id} />}
    </fieldset>
  );
}

/** Whom the question asks, or why this user may not answer. */
function AskedOf({ asks, refusal }: WhoAnswers): ReactNode {
  if (refusal !== null)
    return (
      <p role="note" className="rounded-md bg-wait-soft px-3 py-2 text-sm text-wait-text">
        {visibleText(refusal)}
      </p>
    );
  return asks === '' ? null : <p className="text-xs text-text-2">Asked of {visibleText(asks)}</p>;
}

function findForm(id: string): HTMLFormElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLFormElement ? found : null;
}

interface TextAnswerProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
}

function TextAnswer({ id, value, onChange, onSubmit }: TextAnswerProps): ReactNode {
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <textarea
        aria-label="Your answer"
        rows={4}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClass, 'resize-y py-2')}
      />
    </form>
  );
}
