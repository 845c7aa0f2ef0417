import type { ReactNode } from 'react';
import { Button } from '../design/controls/button.tsx';
import { classNames } from '../design/class-names.ts';

interface AnswerButtonsProps {
  readonly formId: string;
  readonly isApproval: boolean;
  readonly isLimit: boolean;
  readonly isEdited: boolean;
  readonly isBusy: boolean;
  readonly isSticky: boolean;
  readonly onReject: () => void;
}

export function AnswerButtons(props: AnswerButtonsProps): ReactNode {
  const { formId, isApproval, isBusy, isSticky, onReject } = props;
  return (
    <div
      className={classNames(
        'flex flex-row-reverse gap-2',
        isSticky
          ? 'max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(57px+env(safe-area-inset-bottom))] max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface max-md:p-3 md:border-t md:border-line md:pt-4'
          : 'pt-1',
      )}
    >
      <Button tone="primary" type="submit" form={formId} disabled={isBusy} className="flex-1">
        {wordOf(props)}
      </Button>
      {isApproval && (
        <Button tone="danger" disabled={isBusy} onClick={onReject}>
          Reject
        </Button>
      )}
    </div>
  );
}

function wordOf({ isApproval, isEdited, isLimit }: AnswerButtonsProps): string {
  if (isLimit) return 'Raise the limit';
  if (!isApproval) return 'Send answer';
  return isEdited ? 'Approve with edits' : 'Approve';
}
