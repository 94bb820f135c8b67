import type { FormSection, Row } from '@doorwright/crds';
import { type ComponentType, createContext, useContext } from 'react';
import type { Control } from '../fields/control.ts';
import type { Declared } from '../yaml/manifest-of.ts';

/**
 * What the editor of one kind has beside what its model says. The generic editor asks this and knows no kind; the answers
 * stand in `pages/<kind>/`. All of it is by the name of a field, and `object` is what the form holds now.
 */
export interface KindEditor {
  /** The form, where the model leaves it to the console. A hook: it may ask the server what there is to show. */
  useForm?: (object: Row) => readonly FormSection[] | undefined;
  /** Fields that whoever looks at the object may not change. A hook, as `useForm` is. */
  useLocked?: (object: Row) => readonly string[];
  /** What a read for the editor asks beside the id. */
  query?: Readonly<Record<string, string>>;
  controls?: Record<string, Control>;
  /** Fields that there is a use for only sometimes. */
  shownWhen?: Record<string, (object: Row) => boolean>;
  /** Fields that cannot be changed now, or ever. */
  lockedWhen?: Record<string, (object: Row) => boolean>;
  /** What else changes when the field has changed. */
  following?: Record<string, (object: Row) => Record<string, unknown>>;
  /** A key of the words that a field goes by sometimes, in place of its own. */
  labels?: Record<string, (object: Row) => string | undefined>;
  /** A key of the words that warn below the field. */
  warnings?: Record<string, (object: Row) => string | undefined>;
  /** Keys of the words that tell how a save went, where they are not the usual ones. */
  outcome?: { saved: string; failed: string };
  /** What a custom resource says in place of fields that it has not. */
  declares?: (object: Record<string, unknown>) => Declared;
  /** Stands above the form, about the object as it is stored. */
  Above?: ComponentType<{ object: Row }>;
  /** Stands below the form, about the object as it is stored. `giveUp` lets one leave what was changed unsaved. */
  Below?: ComponentType<{ object: Row; giveUp: () => void }>;
  /** Where Save & Exit and Cancel lead, if not to the list. */
  exit?: (object: Row) => string;
}

const KindEditorContext = createContext<KindEditor>({});

export const KindEditorProvider = KindEditorContext.Provider;

export const useKindEditor = () => useContext(KindEditorContext);
