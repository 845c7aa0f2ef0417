import { SendHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { Button } from '../../design/controls/button.tsx';
import { inputClass } from '../../design/controls/input-class.ts';

interface ComposerProps {
  readonly isBusy: boolean;
  readonly onSend: (text: string) => void;
}

export function Composer({ isBusy, onSend }: ComposerProps): ReactNode {
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '' || isBusy) return;
    onSend(text);
    setText('');
  };
  return (
    <form
      className="flex shrink-0 items-end gap-2 border-t border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Message"
        placeholder="Say something"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
        className={classNames(inputClass, 'min-w-0 flex-1 resize-none py-2')}
      />
      <Button type="submit" tone="primary" icon={SendHorizontal} disabled={isBusy}>
        Send
      </Button>
    </form>
  );
}
