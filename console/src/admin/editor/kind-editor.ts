import type { FormSection, Row } from '@doorwright/crds';
import { type ComponentType, createContext, useContext } from 'react';
import type { Control } from '../fields/control.ts';
import type { Declared } from '../yaml/manifest-of.ts';

/**
 * A special part about the stored object. `giveUp` discards unsaved changes, and `refresh` takes the object after a change outside of the
 * form. The typed values are those of `useFormContext`.
 */
export type KindPart = ComponentType<{ object: Row; giveUp: () => void; refresh: (stored: Row) => void }>;

/**
 * The special parts of one kind's editor, which its model cannot express. `pages/<kind>/` defines them, so that the generic editor
 * knows no kind. Keys are names of fields, and `object` is the current form.
 */
export interface KindEditor {
  /** The form, if the model leaves it to the console. A hook, because it can read from the server. */
  useForm?: (object: Row) => readonly FormSection[] | undefined;
  /** Whether the form is still unknown. A hook like `useForm`, with the owner in the address. */
  useIsWaiting?: (owner: string) => boolean;
  /** The fields that the signed-in user cannot change. A hook like `useForm`. */
  useLocked?: (object: Row) => readonly string[];
  /** Further query parameters for reading the object. */
  query?: Readonly<Record<string, string>>;
  controls?: Record<string, Control>;
  /** Conditions under which fields apply. */
  shownWhen?: Record<string, (object: Row) => boolean>;
  /** Fields that apply to stored objects only. */
  shownOnceStored?: readonly string[];
  /** Fields that are read-only now or always. */
  lockedWhen?: Record<string, (object: Row) => boolean>;
  /** Other changes that follow from a change of the field. */
  following?: Record<string, (object: Row) => Record<string, unknown>>;
  /** The key of a label that replaces the field's own in some cases. */
  labels?: Record<string, (object: Row) => string | undefined>;
  /** The key of a sentence of help that replaces the field's own in some cases. */
  help?: Record<string, (object: Row) => string | undefined>;
  /** Fields that a use of the object needs. The form marks them, and a save without them is possible. */
  requiredWhen?: Record<string, (object: Row) => boolean>;
  /** The key of a warning below the field. */
  warnings?: Record<string, (object: Row) => string | undefined>;
  /** The keys of special texts for the result of a save. */
  outcome?: { saved: string; failed: string };
  /** Members of a custom resource that replace fields that it lacks. */
  declares?: (object: Record<string, unknown>) => Declared;
  /** Content above the form, about the stored object. `refresh` is that of the parts. */
  Above?: ComponentType<{ object: Row; refresh: (stored: Row) => void }>;
  /**
   * Content of tabs below their fields, by the last part of the tab's address (`settings` for a kind without tabs). A tab of the model
   * without fields consists of it.
   */
  parts?: Record<string, KindPart>;
  /** Those that help with a new object, before its first save. */
  newParts?: Record<string, KindPart>;
  /** Throws a CallError for a stored object that must not be saved as it is in the form. */
  refuse?: (object: Row) => Promise<void>;
  /** Tabs that only show something, by their parts of the address; the first one is empty. Without changes, they have no Save bar. */
  reads?: readonly string[];
  /** The key of a sentence about what else a deletion does. */
  deletionDoes?: string;
  /** The target of Save & Exit and Cancel, if it is not the list. */
  exit?: (object: Row) => string;
}

const KindEditorContext = createContext<KindEditor>({});

export const KindEditorProvider = KindEditorContext.Provider;

export const useKindEditor = () => useContext(KindEditorContext);
