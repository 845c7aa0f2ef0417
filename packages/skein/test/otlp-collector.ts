// A collector of OTLP over HTTP, as JSON, that keeps what it gets.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly isError: boolean;
}

export interface CollectedPoint {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of a histogram: the sum. */
  readonly value: number;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly points: readonly CollectedPoint[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** Who made the spans and metrics, once for each group that came. */
  readonly scopes: readonly object[];
  /** Everything as it came. */
  readonly text: () => string;
  readonly resource: () => Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

/** `answer` may refuse or hang. */
export async function startCollector(
  answer: (response: ServerResponse) => void = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  },
): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const points: CollectedPoint[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const scopes: object[] = [];
  let text = '';
  let resource: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      headers.push(request.headers);
      text += plain.toString();
      const sent = JSON.parse(plain.toString()) as OtlpBody;
      for (const group of sent.resourceSpans ?? []) {
        resource = attributesOf(group.resource.attributes);
        for (const scoped of group.scopeSpans) {
          scopes.push(scopeOf(scoped));
          spans.push(...scoped.spans.map(spanOf));
        }
      }
      for (const group of sent.resourceMetrics ?? []) {
        for (const scoped of group.scopeMetrics) {
          scopes.push(scopeOf(scoped));
          points.push(...scoped.metrics.flatMap(pointsOf));
        }
      }
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    points,
    headers,
    scopes,
    text: () => text,
    resource: () => resource,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events?: readonly {
    readonly name: string;
    readonly attributes?: readonly OtlpAttribute[];
  }[];
  readonly status?: { readonly code?: number };
}

interface OtlpPoint {
  readonly attributes?: readonly OtlpAttribute[];
  readonly asInt?: number | string;
  readonly asDouble?: number;
  readonly sum?: number;
}

interface OtlpMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly gauge?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
}

interface OtlpScoped {
  readonly scope?: { readonly name?: string; readonly version?: string };
  readonly schemaUrl?: string;
}

function scopeOf({ scope, schemaUrl }: OtlpScoped): object {
  return { name: scope?.name, version: scope?.version, schemaUrl };
}

interface OtlpBody {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly (OtlpScoped & { readonly spans: readonly OtlpSpan[] })[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly (OtlpScoped & { readonly metrics: readonly OtlpMetric[] })[];
  }[];
}

const errorStatus = 2;

function spanOf(span: OtlpSpan): CollectedSpan {
  const { name, traceId, spanId, parentSpanId, kind, status } = span;
  return {
    name,
    traceId,
    spanId,
    ...(parentSpanId === undefined || parentSpanId === '' ? {} : { parentSpanId }),
    kind,
    startMs: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
    endMs: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
    attributes: attributesOf(span.attributes),
    events: (span.events ?? []).map((event) => ({
      name: event.name,
      attributes: attributesOf(event.attributes ?? []),
    })),
    isError: status?.code === errorStatus,
  };
}

function pointsOf({ name, sum, gauge, histogram }: OtlpMetric): readonly CollectedPoint[] {
  const { dataPoints } = sum ?? gauge ?? histogram ?? { dataPoints: [] };
  return dataPoints.map((point) => ({
    metric: name,
    attributes: attributesOf(point.attributes ?? []),
    value: Number(point.asInt ?? point.asDouble ?? point.sum ?? 0),
  }));
}

function attributesOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf(value: OtlpValue): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(valueOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}
