/** Whose signatures the server knows by name. */
export const senderLabels: Readonly<Record<string, string>> = {
  standard: 'Standard Webhooks',
  github: 'GitHub',
  stripe: 'Stripe',
  slack: 'Slack',
};

export function isStandard(verify: unknown): boolean {
  return verify === undefined || verify === null || verify === 'standard';
}
