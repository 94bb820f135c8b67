import type { Row } from '@doorwright/crds';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FieldProblem } from '../../shared/exchange.ts';
import { formPath, idOf, placeOf } from '../fields/problem.ts';
import { type EditorTab, tabOf } from './use-tabs.ts';

/** A refused save. */
export interface Refused {
  problems: readonly FieldProblem[];
  /** Fields with their stored value again, which have no error any more. */
  reverted: readonly string[];
}

interface Ways {
  tabs: readonly EditorTab[];
  current: string;
  /** Whether the fields of a tab exist. */
  isMounted: (tab: string) => boolean;
  mount: (tabs: readonly string[]) => void;
  open: (tab: string) => void;
}

const nameOf = ({ field }: FieldProblem) => formPath(field).split('.')[0] ?? '';

/** Shows the server's errors beside their fields in all tabs, opens the tab with the first one, and moves the focus there. */
export function useFieldProblems(refused: Refused | undefined, { tabs, current, isMounted, mount, open }: Ways): void {
  const { setError } = useFormContext<Row>();
  const shown = useRef<Refused>(undefined);
  const [sought, seek] = useState<string>();
  useEffect(() => {
    if (!refused || refused === shown.current) return;
    const placed = refused.problems
      .map((problem) => ({ problem, tab: tabOf(tabs, nameOf(problem)) }))
      .flatMap(({ problem, tab }) => (tab ? [{ problem, tab }] : []))
      .sort((one, other) => tabs.indexOf(one.tab) - tabs.indexOf(other.tab));
    const missing = placed.map(({ tab }) => tab.id).filter((id) => !isMounted(id));
    const [first] = placed;
    if (missing.length > 0) return mount(missing);
    if (first && first.tab.id !== current) return open(first.tab.id);
    shown.current = refused;
    for (const { problem } of placed) {
      const place = placeOf(formPath(problem.field));
      if (!refused.reverted.includes(place)) setError(place, { message: problem.message });
    }
    if (first) seek(idOf(placeOf(formPath(first.problem.field))));
  });
  // A folded section opens for its errors before one of its fields can have the focus.
  useEffect(() => {
    if (!sought) return;
    document.getElementById(sought)?.focus();
    seek(undefined);
  }, [sought]);
}
