import type { Kind, Row } from '@doorwright/crds';
import type { Problem as ModelProblem } from '@doorwright/crds/problem.ts';
import { useEffect, useRef, useState } from 'react';
import { get } from 'react-hook-form';
import { asTyped, formPath, type Problem } from '../fields/problem.ts';
import { useSettled } from '../fields/use-settled.ts';
import { useWholeModel } from '../ui/use-whole-model.ts';
import { hasWords, needWords } from '../words/catalogues.ts';
import { t } from '../words/translate.ts';

interface Found extends ModelProblem {
  /** The value that is wrong. */
  text: string;
}

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}[`);

/** The rules of the kind's model, which the server applies too. A half-filled object can lack what a rule reads. */
function problemsOf(check: Kind['check'], field: string, object: Row): Found[] {
  try {
    const all = check?.(object) ?? [];
    return all
      .filter(({ path }) => isWithin(path, field))
      .map((each) => ({ ...each, text: JSON.stringify(get(object, formPath(each.path))) }));
  } catch {
    return [];
  }
}

function treeOf(found: readonly Found[]): Problem | undefined {
  if (found.length === 0) return undefined;
  const tree: Problem = {};
  for (const { path, code, params } of found) {
    const [, ...steps] = formPath(path).split('.');
    let at: Problem = tree;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Problem;
    }
    at.message = t(`problems:${code}`, { ...params });
  }
  return asTyped(tree);
}

/** Applies the model's rules to a changed field once the user pauses. An error goes as soon as its value changes. */
export function useModelCheck(kind: Kind, field: string, object: Row, isDirty: boolean): Problem | undefined {
  const { settled } = useSettled(JSON.stringify(object[field] ?? null));
  const last = useRef<Found[]>([]);
  const [isReady, setReady] = useState(hasWords('problems'));
  const isLive = isDirty && settled !== undefined;
  const model = useWholeModel(isLive && kind.isChecked);
  const checked = model?.kinds.find(({ name }) => name === kind.name);
  const live = isLive && checked ? problemsOf(checked.check, field, object) : undefined;
  const found = live ?? last.current.filter(({ path, text }) => JSON.stringify(get(object, formPath(path))) === text);
  const isWanted = found.length > 0 && !isReady;
  useEffect(() => {
    last.current = isDirty ? (live ?? last.current) : [];
  });
  useEffect(() => {
    // Without the words, the server's answer says the same later.
    if (isWanted)
      needWords(['problems']).then(
        () => setReady(true),
        () => {},
      );
  }, [isWanted]);
  return isDirty && isReady ? treeOf(found) : undefined;
}
