/** The looks in an editor, without the texts of single pages. */
export const brandSections = [
  { tab: 'Branding', title: 'Pictures', fields: ['logo', 'logoDark', 'favicon'] },
  {
    tab: 'Branding',
    title: 'Colors and shapes',
    fields: [
      ...['primaryColor', 'primaryColorDark', 'corners', 'font'],
      ...['backgroundColor', 'backgroundColorDark', 'backgroundImage'],
    ],
  },
  { tab: 'Branding', title: 'Side panel', fields: ['sidePanel', 'sidePanelText', 'sidePanelImage'] },
];

export const ownCssSection = { tab: 'Branding', title: 'Own CSS', fields: ['customCss'], rare: true };
