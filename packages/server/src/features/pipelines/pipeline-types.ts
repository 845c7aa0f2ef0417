/** The kinds of steps of a pipeline, in words for people who add one. */
export const stepTypes = [
  {
    type: 'custom_llm',
    name: 'LLM',
    description: 'Calls a model once with a prompt, and gives on what it answers.',
  },
  {
    type: 'custom_agent',
    name: 'Agent',
    description: 'Lets a model work with tools until it has an answer.',
  },
  {
    type: 'stop_checker',
    name: 'Stop checker',
    description: 'Looks at earlier outputs, and stops the workflow when a condition holds.',
  },
] as const;

/** What can start a pipeline. */
export const triggerTypes = [
  { type: 'manual', name: 'Manual', description: 'Somebody starts it.' },
  {
    type: 'webhook',
    name: 'Webhook',
    description: 'A signed request of another system starts it, with its body as the data.',
  },
  {
    type: 'schedule',
    name: 'Schedule',
    description: 'The clock starts it, by a cron expression in a time zone.',
  },
  { type: 'event', name: 'Event', description: 'An event with a name starts it.' },
  {
    type: 'new_email',
    name: 'New email',
    description: 'A mail starts it; senders can be let through or kept out.',
  },
] as const;
