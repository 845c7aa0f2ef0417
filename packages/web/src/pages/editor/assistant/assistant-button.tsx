import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAssistant } from '../../../data/talking/assistant.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';

interface AssistantButtonProps {
  readonly workflow: WorkflowDetail;
  readonly onToggle: () => void;
}

/** The assistant writes native workflows only. */
export function AssistantButton({ workflow, onToggle }: AssistantButtonProps): ReactNode {
  const isAvailable = useAssistant().data?.isAvailable === true;
  if (!isAvailable || workflow.dialect !== 'native') return null;
  return (
    <IconButton
      label="Assistant"
      icon={Sparkles}
      // A phone has it in its menu.
      className="max-lg:hidden"
      onClick={onToggle}
    />
  );
}
