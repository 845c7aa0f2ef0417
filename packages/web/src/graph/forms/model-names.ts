// Names of models
// What a model field suggests, and its note about the current name. The server resolves names when a run calls a model; only
// its list is known here, so names that it might still resolve are not reported as wrong.

/** As the server lists them: an alias of a model, or a provider with all its models. */
export interface KnownModel {
  readonly name: string;
  readonly provider: string;
  readonly model?: unknown;
  readonly isDefault?: unknown;
}

export interface SuggestedModel {
  readonly value: string;
  readonly note: string;
}

const offline = 'scripted';

export function suggestedModels(known: readonly KnownModel[]): readonly SuggestedModel[] {
  return known.map(({ name, provider, model, isDefault }) => {
    const usual = isDefault === true ? 'default · ' : '';
    if (provider === offline) return { value: name, note: `${usual}offline` };
    return typeof model === 'string'
      ? { value: name, note: `${usual}${model}` }
      : { value: name, note: `${usual}followed by the model name` };
  });
}

export interface ModelNote {
  readonly isProblem: boolean;
  readonly text: string;
}

/** A note about a name; null if there is none. */
export function noteOnModel(written: string, known: readonly KnownModel[]): ModelNote | null {
  const name = written.trim();
  const slash = name.indexOf('/');
  const isAlias = known.some((each) => each.name === name && typeof each.model === 'string');
  if (slash <= 0 || known.length === 0 || isAlias) return null;
  const provider = name.slice(0, slash);
  // A reference is resolved only when the node runs.
  if (provider.includes('{')) return null;
  if (known.some((each) => each.provider === provider))
    return slash < name.length - 1
      ? null
      : { isProblem: true, text: `Add the name of a ${provider} model after the slash.` };
  const providers = [...new Set(known.map((each) => each.provider))];
  const real = providers.filter((each) => each !== offline);
  if (real.length === 0)
    return {
      isProblem: false,
      text: 'This server has only the offline model, so that one answers.',
    };
  if (real.length === 1)
    return { isProblem: false, text: `Read as a model of ${real[0]}, the only provider.` };
  return {
    isProblem: true,
    text: `This server has no provider "${provider}". It has: ${real.join(', ')}.`,
  };
}
