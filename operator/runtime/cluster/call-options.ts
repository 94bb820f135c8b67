import { type ConfigurationOptions, Observable, PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';

/** Options of a call that is given up with the signal. The clients of the library have no parameter for it. */
export function until(signal: AbortSignal | undefined): ConfigurationOptions {
  if (!signal) return {};
  return {
    middleware: [
      {
        pre: (request) => {
          request.setSignal(signal);
          return new Observable(Promise.resolve(request));
        },
        post: (response) => new Observable(Promise.resolve(response)),
      },
    ],
    middlewareMergeStrategy: 'append',
  };
}

const contentType = 'Content-Type';

export const applied = (signal: AbortSignal) =>
  setHeaderOptions(contentType, PatchStrategy.ServerSideApply, until(signal));

export const merged = (signal?: AbortSignal) => setHeaderOptions(contentType, PatchStrategy.MergePatch, until(signal));
