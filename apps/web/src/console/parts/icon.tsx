/** The console's pictograms: outlines on a grid of 20, drawn in the text's colour. */
const shapes = {
  documents: 'M6 2.5h6l4 4v11H6zM12 2.5v4h4M8.5 10.5h5M8.5 13.5h5',
  templates: 'M3.5 3.5h13v4h-13zM3.5 10.5h5.5v6H3.5zM12 10.5h4.5v6H12z',
  bulk: 'M2.5 5.5h11v11h-11zM5.5 5.5v-3h12v12h-4M5.5 9.5h5M5.5 12.5h5',
  webhooks:
    'M10 5.5a2.5 2.5 0 1 1 2.2 3.7l2 4M7.8 6.8 5.7 11M10 14.5H5.5a2.5 2.5 0 1 1-.6-3.4M14.5 12.5a2.5 2.5 0 1 1-1.2 4.2',
  keys: 'M12.5 11.5a4 4 0 1 0-3.8-2.7L3 14.5v2.5h3v-2h2v-2h1.7zM13.5 6.5h.01',
  usage: 'M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6',
  members:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 16.5c0-3 2-4.5 5-4.5s5 1.500 5 4.500M13 3.800a3 3 0 0 1 0 5.500M14.500 12.300c2 .500 3 2 3 4.200',
  settings: 'M3 6h7M14 6h3M12 4v4M3 14h3M10 14h7M8 12v4',
  operator: 'M3.500 3.500h13v5h-13zM3.500 11.500h13v5h-13zM6 6h.01M6 14h.01M9 6h5M9 14h5',
  folder: 'M2.500 5h5l1.500 2h8.500v9h-15z',
  'folder-plus': 'M2.500 5h5l1.500 2h8.500v9h-15zM10 9.500v4M8 11.500h4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11M13 13l4 4',
  check: 'M4 10.500l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  more: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  chevron: 'M5.500 8l4.500 4.500L14.500 8',
  'chevron-right': 'M8 5.500l4.500 4.500L8 14.500',
  back: 'M9 4.500L3.500 10 9 15.500M3.500 10H17',
  warning: 'M10 3l7.500 13.500h-15zM10 8v4M10 14.300h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 9v4.500M10 6.500h.01',
  download: 'M10 3v9M6 8.500l4 4 4-4M3.500 16.500h13',
  upload: 'M10 13V4M6 7.500l4-4 4 4M3.500 16.500h13',
  copy: 'M7 7h9.500v9.500H7zM13 7V3.500H3.500V13H7',
  trash: 'M3.500 5.500h13M8 5.500v-2h4v2M5.500 5.500l.700 11h7.600l.700-11M8.500 8.500v5M11.500 8.500v5',
  edit: 'M3.500 16.500v-3l9.500-9.500 3 3-9.500 9.500zM11 6l3 3',
  undo: 'M7 4L3.500 7.500 7 11M3.500 7.500H12a4.500 4.500 0 0 1 0 9H8',
  redo: 'M13 4l3.500 3.500L13 11M16.500 7.500H8a4.500 4.500 0 0 0 0 9h4',
  send: 'M2.500 10L17 3l-4 14-3.500-6zM9.500 11L17 3',
  user: 'M10 9.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400M3.500 17c0-3.300 2.600-5 6.500-5s6.500 1.700 6.500 5',
  signature:
    'M2.500 13c2-6 4.500-9 6-8s-2 7-1 8 2.500-3 3.500-3-.200 2.500 1 2.500 2-1.500 5.500-1.500M3 17h14',
  initials: 'M3 14l3.500-9L10 14M4.300 11h4.400M13 5v9M13 5h1.500a2.300 2.300 0 0 1 0 4.600H13',
  name: 'M2.500 4.500h15v11h-15zM7 10a1.700 1.700 0 1 0 0-3.400A1.700 1.700 0 0 0 7 10M4.500 13.500c0-1.300 1-2 2.500-2s2.500.700 2.500 2M12 8h3.500M12 11.500h3.500',
  email: 'M2.500 4.500h15v11h-15zM2.500 5l7.500 6 7.500-6',
  date: 'M3 4.500h14v12.500H3zM3 8.500h14M6.500 2.500v4M13.500 2.500v4',
  text: 'M4 6V4h12v2M10 4v12M7.500 16h5',
  number: 'M7.500 3l-1.500 14M14 3l-1.500 14M3.500 7.500h14M2.500 12.500h14',
  checkbox: 'M3.500 3.500h13v13h-13zM6.500 10l2.500 2.500 4.500-5',
  radio: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  dropdown: 'M2.500 5.500h15v9h-15zM11.500 9l2 2 2-2',
  shield: 'M10 2.500l6.500 2.500v4.500c0 4-2.500 6.500-6.500 8-4-1.500-6.500-4-6.500-8V5zM7 10l2 2 4-4',
  refresh: 'M16 7.500A6.500 6.500 0 1 0 16.500 11M16.500 3.500v4h-4',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4l3 2',
  eye: 'M1.500 10S4.500 4.500 10 4.500 18.500 10 18.500 10 15.500 15.500 10 15.500 1.500 10 1.500 10M10 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  'align-left': 'M3.500 3v14M6 6h10M6 12h6',
  'align-right': 'M16.500 3v14M4 6h10M8 12h6',
  'align-top': 'M3 3.500h14M6 6v10M12 6v6',
  'align-bottom': 'M3 16.500h14M6 4v10M12 8v6',
  'align-center': 'M10 3v14M4 6h12M6.500 12h7',
  'same-size': 'M3.500 4h13v4h-13zM3.500 12h13v4h-13z',
  pages: 'M3.500 6.500h8v11h-8zM6.500 6.500v-3h8v11h-3M9.500 3.500v-1h8v11h-3',
} as const;

export type IconName = keyof typeof shapes;

/** A pictogram beside words; it says nothing by itself. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`c-icon ${className}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={shapes[name]} strokeWidth={name === 'more' ? 3 : undefined} />
    </svg>
  );
}
