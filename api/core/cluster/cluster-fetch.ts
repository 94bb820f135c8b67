import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit } from 'undici';

const optional = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/**
 * Sends a request to the API server with the pod's token. Each call reads the token again, because Kubernetes
 * replaces it hourly.
 */
export async function clusterFetch(
  credentials: string,
  url: string,
  { headers, signal, ...init }: RequestInit = {},
): Promise<Response> {
  const [ca, token] = await Promise.all(['ca.crt', 'token'].map((file) => optional(join(credentials, file))));
  const dispatcher = ca ? new Agent({ connect: { ca } }) : undefined;
  const response = await fetch(url, {
    ...init,
    headers: { ...(token && { authorization: `Bearer ${token.trim()}` }), ...(headers as Record<string, string>) },
    redirect: 'error',
    ...(signal && { signal }),
    ...(dispatcher && { dispatcher }),
  });
  const body = await response.text();
  await dispatcher?.close();
  return new Response(body, { status: response.status });
}
