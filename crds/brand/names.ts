/** The fields of a brand, without the model: the console's pages load no zod. All of them are for strangers, who see the page of sign-in. */
export const brandFieldNames = [
  ...(['logo', 'logoDark', 'primaryColor', 'primaryColorDark'] as const),
  ...(['backgroundColor', 'backgroundColorDark', 'backgroundImage', 'corners', 'font'] as const),
  ...(['sidePanel', 'sidePanelText', 'sidePanelImage', 'customCss'] as const),
] as const;

export type BrandFields = Record<(typeof brandFieldNames)[number], string>;
