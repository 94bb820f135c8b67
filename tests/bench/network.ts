import type { CDPSession } from 'playwright-core';

/** The bytes that a page loaded, and the length of its longest chain of requests. */
export interface Network {
  requests: number;
  bytes: number;
  depth: number;
}

interface Loaded {
  begun: number;
  ended: number;
  depth: number;
}

/** Watches all requests of a page from now on. The depth of a request is one more than the deepest request that ended before it. */
export async function watchNetwork(devtools: CDPSession): Promise<() => Network> {
  const begun = new Map<string, number>();
  const loaded: Loaded[] = [];
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) => begun.set(requestId, timestamp));
  devtools.on('Network.loadingFinished', ({ requestId, timestamp: ended, encodedDataLength }) => {
    bytes += encodedDataLength;
    loaded.push({ begun: begun.get(requestId) ?? ended, ended, depth: 1 });
  });
  return () => {
    loaded.sort((a, b) => a.begun - b.begun);
    for (const each of loaded)
      for (const before of loaded) if (before.ended <= each.begun) each.depth = Math.max(each.depth, before.depth + 1);
    return { requests: loaded.length, bytes, depth: Math.max(0, ...loaded.map(({ depth }) => depth)) };
  };
}
