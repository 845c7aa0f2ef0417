import { useState, type ReactNode } from 'react';
import { useLinkWait } from '../data/waits.ts';
import { Button } from '../design/controls/button.tsx';
import { TextField } from '../design/controls/text-field.tsx';
import { copyText } from '../viewers/copy-text.ts';

/** A link with which somebody answers this question without signing in. It speaks for whom it is made for. */
export function CopyLink({ wait }: { readonly wait: string }): ReactNode {
  const [name, setName] = useState<string | null>(null);
  const linking = useLinkWait(({ url }) => {
    copyText(url, 'link');
    setName(null);
  });
  if (name === null)
    return (
      <Button size="sm" tone="ghost" className="justify-self-start" onClick={() => setName('')}>
        Copy answer link
      </Button>
    );
  const isNamed = name.trim() !== '';
  return (
    <form
      className="grid gap-2 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed) linking.mutate({ wait, for: name.trim() });
      }}
    >
      <TextField
        label="Who is the link for?"
        note="A name or address. Whoever has the link answers once, under this name, without signing in."
        value={name}
        onChange={setName}
        maxLength={320}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" type="submit" disabled={!isNamed || linking.isPending}>
          Make and copy the link
        </Button>
        <Button size="sm" onClick={() => setName(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
