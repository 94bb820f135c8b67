import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { ChecksControl } from './ChecksControl.tsx';
import { ChoiceControl } from './ChoiceControl.tsx';
import type { Control } from './control.ts';
import { FlagControl } from './FlagControl.tsx';
import { HtmlControl } from './HtmlControl.tsx';
import { ImageControl } from './ImageControl.tsx';
import { LinesControl } from './LinesControl.tsx';
import { MapControl } from './MapControl.tsx';
import { MomentControl } from './MomentControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { PemControl } from './PemControl.tsx';
import { ReadOnlyControl } from './ReadOnlyControl.tsx';
import { ReferenceControl } from './ReferenceControl.tsx';
import { SecretControl } from './SecretControl.tsx';
import { SeveralControl } from './SeveralControl.tsx';
import { TagsControl } from './TagsControl.tsx';
import { TextAreaControl } from './TextAreaControl.tsx';
import { TextControl } from './TextControl.tsx';

const ofLists = ({ schema, refers, control }: FieldDescription): Control => {
  if (refers) return SeveralControl;
  if (schema.items?.enum) return ChecksControl;
  if (schema.items?.type !== 'string') return ReadOnlyControl;
  return control === 'tags' ? TagsControl : LinesControl;
};

const ofTexts = ({ schema, refers, control }: FieldDescription): Control => {
  if (refers) return ReferenceControl;
  if (schema.enum) return ChoiceControl;
  if (control === 'image') return ImageControl;
  if (control === 'html') return HtmlControl;
  if (control === 'pem') return PemControl;
  return control === 'textarea' || control === 'code' ? TextAreaControl : TextControl;
};

/** The control for a field by itself or in a row of a table. A table within a table is read-only. */
export function plainControlOf(field: FieldDescription): Control {
  if (field.control === 'readonly' || field.computed) return ReadOnlyControl;
  if (field.secret) return SecretControl;
  switch (field.type) {
    case 'boolean':
      return FlagControl;
    case 'integer':
    case 'number':
      return NumberControl;
    case 'moment':
      return field.serverSet ? ReadOnlyControl : MomentControl;
    case 'array':
      return ofLists(field);
    case 'object':
      return MapControl;
    default:
      return ofTexts(field);
  }
}
