/** Who opens a run that has failed, or at a step that fails again and again, wants to know why. */
export function firstTab(runStatus: string, nodeStatus: string | undefined): 'details' | 'chat' {
  return runStatus === 'failed' || nodeStatus === 'retrying' ? 'details' : 'chat';
}
