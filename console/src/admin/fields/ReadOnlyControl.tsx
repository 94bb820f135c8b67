import { TextInput } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';
import type { ControlProps } from './control.ts';

/** A value that only the server writes. */
export function ReadOnlyControl({ id, field, value }: ControlProps) {
  const { language } = useTranslation();
  return <TextInput id={id} readOnlyVariant="plain" value={textOf(field.type, value, language)} />;
}

function textOf(type: string, value: unknown, language: string): string {
  if (value === null || value === undefined || value === '') return '–';
  if (type === 'moment') return new Date(String(value)).toLocaleString(language);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
