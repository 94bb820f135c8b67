import { useEffect, useState } from 'react';
import { loadWithRetry } from '../browser/load-with-retry.ts';

type Model = typeof import('../browser/whole-model.ts');

let loaded: Model | undefined;

/** The model with its rules, once it is wanted and has come. Without it, the server's answer says the same later. */
export function useWholeModel(isWanted: boolean): Model | undefined {
  const [model, setModel] = useState(loaded);
  useEffect(() => {
    if (!isWanted || model) return;
    loadWithRetry(() => import('../browser/whole-model.ts')).then(
      (came) => {
        loaded = came;
        setModel(came);
      },
      () => {},
    );
  }, [isWanted, model]);
  return model;
}
