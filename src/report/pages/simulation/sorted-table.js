// Tables that can be sorted by each of their columns.
// @ts-check
'use strict';

/**
 * What a cell of a column shows, and what its row is sorted by.
 * @template Row
 * @typedef {{ name: string, shown: (row: Row) => (Node | string)[], by: (row: Row) => number | string, isNumber?: boolean }} Column
 */

/** @param {number | string} one @param {number | string} another */
function compared(one, another) {
  if (typeof one === 'string' || typeof another === 'string')
    return String(one).localeCompare(String(another), 'en', { numeric: true });
  return one === another ? 0 : one - another;
}

/** @param {Element[]} heads @param {Element[]} rows */
const tableOf = (heads, rows) =>
  element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows));

/**
 * Draws a table that is sorted by its first column until another one is clicked; a second click turns the order round.
 * @template Row
 * @param {HTMLElement} place
 * @param {readonly Row[]} rows in the order of the first column
 * @param {readonly Column<Row>[]} columns
 * @param {{ classOf: (row: Row) => string, drawn: () => void }} how the class of a row, and what follows each drawing
 */
function sortedTable(place, rows, columns, { classOf, drawn }) {
  let sorted = { column: 0, isDescending: false };
  const draw = () => {
    const by = columns[sorted.column]?.by ?? (() => 0);
    const inOrder = rows.toSorted(
      (one, another) => compared(by(one), by(another)) * (sorted.isDescending ? -1 : 1),
    );
    const heads = columns.map(({ name, isNumber }, at) => {
      const sort = button(name, () => {
        sorted = { column: at, isDescending: sorted.column === at && !sorted.isDescending };
        draw();
        /** @type {HTMLElement | null} */
        const head = place.querySelector('[aria-sort] button');
        head?.focus();
      });
      const head = element('th', { scope: 'col', ...(isNumber ? { class: 'number' } : {}) }, sort);
      if (at === sorted.column)
        head.setAttribute('aria-sort', sorted.isDescending ? 'descending' : 'ascending');
      return head;
    });
    const cells = inOrder.map((row) =>
      element(
        'tr',
        { class: classOf(row) },
        ...columns.map(({ shown, isNumber }) =>
          element('td', isNumber ? { class: 'number' } : {}, ...shown(row)),
        ),
      ),
    );
    place.replaceChildren(tableOf(heads, cells));
    drawn();
  };
  draw();
}
