import type { ReactNode } from 'react';
import { Modal } from '../../design/dialogs/modal.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Over the page, which stays mounted: typed text is still there after signing in. */
export function SessionEnded(): ReactNode {
  return (
    <Modal isOpen title="Sign in again" isKept>
      <div className="grid gap-4 p-4">
        <p className="text-sm text-text-2">
          Your session has ended. Sign in to continue; nothing on this page is lost.
        </p>
        <SignInForm onDone={() => {}} />
      </div>
    </Modal>
  );
}
