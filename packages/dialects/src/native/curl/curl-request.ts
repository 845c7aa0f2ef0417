/** As it is gathered from the options. */
export interface CurlRequest {
  method: string | null;
  url: string | null;
  headers: [name: string, value: string][];
  data: { readonly kind: 'data' | 'encodedData' | 'json'; readonly text: string }[];
  parts: { readonly name: string; readonly value: string; readonly type?: string }[];
  query: string[];
  user: string | null;
  isGet: boolean;
  isHead: boolean;
  timeoutMs: number | null;
  lost: string[];
}
