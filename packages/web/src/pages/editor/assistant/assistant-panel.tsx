import { useNavigate, useSearch } from '@tanstack/react-router';
import { SendHorizontal, Square } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAssistant, useAssistantMessages } from '../../../data/talking/assistant.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { AssistantAnswer, UserWords } from './assistant-answer.tsx';
import { useAssistantTalk, type AssistantTalk } from './use-assistant-talk.ts';

/** Says what the workflow should do; the assistant writes a draft of it. */
export function AssistantPanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { data, error } = useAssistantMessages(workflow.id);
  const messages = data?.messages ?? [];
  const talk = useAssistantTalk(workflow, messages);
  useFirstWish(workflow.id, talk, data !== undefined);
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length + talk.live.length;
  useEffect(() => {
    // A promise in some browsers, and no cleanup.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [count, talk.said]);
  return (
    <EditorPanel title="Assistant">
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] content-between gap-4 text-sm">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-live="polite">
          {error !== null && <ErrorState error={error} />}
          {data === undefined && error === null && <Skeleton className="h-24" />}
          {data !== undefined && count === 0 && talk.said === null && <Begin />}
          {messages.map((message) =>
            message.role === 'user' ? (
              <UserWords key={message.id} parts={message.parts} />
            ) : (
              <AssistantAnswer
                key={message.id}
                parts={message.parts}
                isBusy={talk.isBusy}
                onDecide={(id, isApproved) => talk.decide(message, id, isApproved)}
              />
            ),
          )}
          {talk.said !== null && <UserWords parts={[{ type: 'text', text: talk.said }]} />}
          {talk.live.length > 0 && <AssistantAnswer parts={talk.live} isBusy isLive />}
          {talk.isBusy && talk.live.length === 0 && (
            <p role="status" className="text-text-2">
              Working …
            </p>
          )}
          <div ref={end} />
        </div>
        <Ask talk={talk} />
      </div>
    </EditorPanel>
  );
}

function Begin(): ReactNode {
  const isOffline = useAssistant().data?.isOffline === true;
  return (
    <div className="grid gap-2 text-text-2">
      <p>
        Say what the workflow should do, or what should be different. The assistant writes a draft,
        which you see on the canvas: accept it, or undo it. It publishes nothing, and its trials
        reach nothing outside.
      </p>
      {isOffline && (
        <p>
          No provider of models is set up: it looks for a template that fits. Add a provider in the
          settings to have workflows written.
        </p>
      )}
    </div>
  );
}

function Ask({ talk }: { readonly talk: AssistantTalk }): ReactNode {
  const [text, setText] = useState('');
  const mayAsk = text.trim() !== '' && !talk.isBusy;
  const send = () => {
    if (!mayAsk) return;
    talk.send(text.trim());
    setText('');
  };
  return (
    <form
      className="sticky bottom-0 grid gap-2 bg-surface pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        send();
      }}
    >
      <TextAreaField label="What should it do?" rows={3} value={text} onChange={setText} />
      {talk.isBusy ? (
        <Button icon={Square} className="justify-self-end" onClick={talk.stop}>
          Stop
        </Button>
      ) : (
        <Button
          type="submit"
          tone="primary"
          icon={SendHorizontal}
          className="justify-self-end"
          disabled={!mayAsk}
        >
          Send
        </Button>
      )}
    </form>
  );
}

/** What somebody described on the first page is said once, also after a reload. */
function useFirstWish(workflow: string, { send }: AssistantTalk, isReady: boolean): void {
  const { wish } = useSearch({ from: '/workflows/$id' });
  const navigate = useNavigate();
  const isSent = useRef(false);
  useEffect(() => {
    if (wish === undefined || !isReady || isSent.current) return;
    isSent.current = true;
    send(wish, `wish-${workflow}`);
    void navigate({
      to: '/workflows/$id',
      params: { id: workflow },
      search: { open: 'assistant' },
      replace: true,
    });
  }, [wish, isReady, workflow, send, navigate]);
}
