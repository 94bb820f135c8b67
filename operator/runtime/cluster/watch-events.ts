import { KubernetesError, type StatusBody } from '../kubernetes-error.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ConnectionError } from '../pace/connection-error.ts';

export type WatchEvent =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: KubernetesObject }
  | { type: 'BOOKMARK'; resourceVersion: string; endsInitialList: boolean };

interface WireEvent {
  type: string;
  object: KubernetesObject;
}

/** Reads one JSON document per line. An ERROR event is thrown like an HTTP status. */
export async function* watchEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<WatchEvent> {
  for await (const line of lines(stream)) {
    const { type, object } = JSON.parse(line) as WireEvent;
    if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') yield { type, object };
    else if (type === 'BOOKMARK') yield bookmark(object);
    else if (type === 'ERROR') throw new KubernetesError(object as unknown as StatusBody, 500);
  }
}

function bookmark({ metadata }: KubernetesObject): WatchEvent {
  return {
    type: 'BOOKMARK',
    resourceVersion: metadata.resourceVersion ?? '',
    endsInitialList: metadata.annotations?.['k8s.io/initial-events-end'] === 'true',
  };
}

/** A cut connection may leave half a line, which the next watch sends again. */
async function* lines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stream) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    throw new ConnectionError(error);
  }
}
