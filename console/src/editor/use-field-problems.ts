import type { Row } from '@doorwright/crds';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { formPath, idOf, placeOf } from '../fields/problem.ts';
import type { FieldProblem } from '../http/exchange.ts';
import { useEditorTab } from './use-editor-tab.ts';

/**
 * Shows the server's errors beside their fields and moves the focus to the first one, also from the YAML tab. A field with its stored
 * value again loses its error.
 */
export function useFieldProblems(form: UseFormReturn<Row>) {
  const [tab, openTab] = useEditorTab();
  const [sought, seek] = useState<string>();
  useEffect(() => {
    if (!sought) return;
    if (tab !== 'form') return openTab('form');
    document.getElementById(sought)?.focus();
    seek(undefined);
  }, [sought, tab, openTab]);
  return (told: readonly FieldProblem[], reverted: readonly string[]) => {
    const problems = told.map(({ field, message }) => ({ place: placeOf(formPath(field)), message }));
    for (const { place, message } of problems) if (!reverted.includes(place)) form.setError(place, { message });
    const [first] = problems;
    if (first) seek(idOf(first.place));
  };
}
