/** Colors of people by position: dark enough for white text and distinguishable with red-green color blindness. */
const colors = ['#1d4ed8', '#9d3c0c', '#0f6b55', '#8a2676', '#6b5600', '#4a3fb5', '#a3223a', '#1c6480'];

const colorOfNobody = '#565b64';

/** The color of the person at this position; gray for -1, nobody. */
export const colorOf = (index: number): string => colors[index % colors.length] ?? colorOfNobody;
