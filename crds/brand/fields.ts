import { choice, color, text } from '../field.ts';
import type { BrandFields } from './names.ts';
import { corners, fonts, sidePanels } from './options.ts';

const picture = { max: 500, control: 'image' } as const;

/**
 * The looks of an organization and of an application. An application takes what it does not set from its organization, in groups
 * (`brand-of.ts`): a logo for dark pages never stands beside another logo for light ones.
 */
export const brandFields = {
  logo: text('Logo', { about: 'URL of the picture above the sign-in form.', ...picture }),
  logoDark: text('Logo on dark pages', {
    about: 'URL of the logo in the dark theme. Without it, both themes have the same logo.',
    ...picture,
  }),
  primaryColor: color('Primary color', {
    about:
      'Color of buttons and links, such as #0066cc. Where it would be hard to read, pages take the nearest color that is not.',
    control: 'color',
  }),
  primaryColorDark: color('Primary color on dark pages', {
    about: 'Color of buttons and links in the dark theme. Without it, pages derive it from the primary color.',
    control: 'color',
  }),
  backgroundColor: color('Background color', {
    about: 'Color around the form in the light theme.',
    control: 'color',
  }),
  backgroundColorDark: color('Background color on dark pages', {
    about: 'Color around the form in the dark theme.',
    control: 'color',
  }),
  backgroundImage: text('Background picture', {
    about: 'URL of a picture behind the form. It fills the window.',
    ...picture,
  }),
  corners: choice('Corners', ['', ...corners], {
    about:
      'Corners of the form, its fields and its buttons. An application without a choice has those of its organization.',
    initial: '',
  }),
  font: choice('Font', ['', ...fonts], {
    about:
      'Font of the pages, from the fonts that devices have. Pages load no font. An application without a choice has that of its organization.',
    initial: '',
  }),
  sidePanel: choice('Side panel', ['', ...sidePanels], {
    about:
      'Content beside the form on wide windows: nothing, a text or a picture. An application without a choice has the panel of its organization.',
    initial: '',
  }),
  sidePanelText: text('Text of the side panel', {
    about: 'Text beside the form. The first line is its title. An empty line begins a paragraph.',
    max: 1000,
    control: 'textarea',
  }),
  sidePanelImage: text('Picture of the side panel', { about: 'URL of the picture beside the form.', ...picture }),
  customCss: text('Own CSS', {
    about:
      'Rules for the pages of sign-in: colors, borders, spaces and texts. Rules that move, hide or load something are refused, and the question for consent keeps its looks.',
    max: 10_000,
    control: 'code',
  }),
} satisfies Record<keyof BrandFields, unknown>;
