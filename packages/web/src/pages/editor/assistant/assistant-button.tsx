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
      // The narrowest phones have no room for it beside a list of things to do.
      className="max-[359px]:hidden"
      onClick={onToggle}
    />
  );
}
