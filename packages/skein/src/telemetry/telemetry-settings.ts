// Telemetry settings, from the configuration and the usual variables. None of its libraries is loaded here.
// S1. It is on only if an address to send to is configured, or the host has registered providers.
// S2. The configuration is read first; a variable fills what it leaves open. OTEL_SDK_DISABLED switches everything off.
// S3. An address of the configuration is ours, one of the environment is meant for the host too: where it has providers, these send.
import type { Environment } from '@skein/agents';
import { EngineError } from '@skein/ports';

export interface TelemetryConfig {
  /** Where a collector takes OTLP over HTTP, e.g. `http://localhost:4318`. */
  readonly endpoint?: string;
  /** Sent with every request; `${NAME}` is a variable of the environment. */
  readonly headers?: { readonly [name: string]: string };
  readonly serviceName?: string;
  /** Whether prompts, answers, arguments and results go along; default no. */
  readonly content?: boolean;
  /** The share of runs that get spans, from 0 to 1; default all. */
  readonly sampleRatio?: number;
  readonly metricsIntervalMs?: number;
  /** The time limit of one request, and of the last ones when an engine is closed. */
  readonly timeoutMs?: number;
}

/** Who sends: an exporter of our own, or the providers of the host. */
export type TelemetryPlan =
  | { readonly sender: 'own'; readonly settings: TelemetrySettings }
  | { readonly sender: 'host'; readonly hasContent: boolean };

export interface TelemetrySettings {
  /** Null: not sent. */
  readonly tracesUrl: string | null;
  readonly metricsUrl: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly hasContent: boolean;
  readonly sampleRatio: number;
  readonly metricsIntervalMs: number;
  readonly timeoutMs: number;
  readonly closeMs: number;
}

const prefix = 'OTEL_EXPORTER_OTLP';

/** Null: telemetry is off. */
export function planTelemetry(
  config: TelemetryConfig | undefined,
  environment: Environment,
  isHostTraced: () => boolean,
): TelemetryPlan | null {
  if (isTrue(environment['OTEL_SDK_DISABLED'])) return null;
  if (config?.endpoint === undefined && isHostTraced()) {
    return { sender: 'host', hasContent: config?.content ?? isTrue(environment[contentVariable]) };
  }
  const settings = telemetrySettings(config, environment);
  return settings === null ? null : { sender: 'own', settings };
}

function telemetrySettings(
  config: TelemetryConfig | undefined,
  environment: Environment,
): TelemetrySettings | null {
  const read = (name: string) => environment[name] || undefined;
  const base = config?.endpoint ?? read(`${prefix}_ENDPOINT`);
  const urlOf = (signal: 'traces' | 'metrics') => {
    if (read(`OTEL_${signal.toUpperCase()}_EXPORTER`) === 'none') return null;
    const own = config?.endpoint ? undefined : read(`${prefix}_${signal.toUpperCase()}_ENDPOINT`);
    return own ?? (base === undefined ? null : `${base.replace(/\/+$/, '')}/v1/${signal}`);
  };
  const [tracesUrl, metricsUrl] = [urlOf('traces'), urlOf('metrics')];
  if (tracesUrl === null && metricsUrl === null) return null;
  for (const url of [tracesUrl, metricsUrl]) checkUrl(url);
  const timeoutMs = config?.timeoutMs ?? numberOf(read(`${prefix}_TIMEOUT`));
  return {
    tracesUrl,
    metricsUrl,
    headers: { ...pairs(read(`${prefix}_HEADERS`)), ...filled(config?.headers ?? {}, environment) },
    serviceName: config?.serviceName ?? read('OTEL_SERVICE_NAME') ?? 'skein',
    resource: pairs(read('OTEL_RESOURCE_ATTRIBUTES')),
    hasContent: config?.content ?? isTrue(read(contentVariable)),
    sampleRatio: config?.sampleRatio ?? sampleRatioOf(read),
    metricsIntervalMs:
      config?.metricsIntervalMs ?? numberOf(read('OTEL_METRIC_EXPORT_INTERVAL')) ?? 60_000,
    timeoutMs: timeoutMs ?? 10_000,
    // Closing an engine does not wait long for a collector unless that is configured.
    closeMs: timeoutMs ?? 3_000,
  };
}

const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

function sampleRatioOf(read: (name: string) => string | undefined): number {
  const sampler = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  if (sampler.endsWith('always_off')) return 0;
  if (!sampler.endsWith('traceidratio')) return 1;
  const ratio = numberOf(read('OTEL_TRACES_SAMPLER_ARG')) ?? 1;
  return Math.min(1, Math.max(0, ratio));
}

function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** `a=1,b=x%20y`, as the variables have it. */
function pairs(text: string | undefined): Record<string, string> {
  const found = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    return at < 1 || name === '' ? [] : [[name, decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function filled(
  headers: Readonly<Record<string, string>>,
  environment: Environment,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => {
      const value = text.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
        const found = environment[variable];
        if (found === undefined) throw invalid(`telemetry.headers needs the variable ${variable}`);
        return found;
      });
      return [name, value];
    }),
  );
}

function checkUrl(url: string | null): void {
  if (url === null) return;
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttp) throw invalid('the telemetry endpoint is not an http or https address');
}

function invalid(problem: string): EngineError {
  return new EngineError('CONFIG_INVALID', { file: 'telemetry', problems: [problem] });
}
