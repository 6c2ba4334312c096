"""Outlines, radii, focus ring and slider over Fusion; everything else paints itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QFocusFrame, QFrame, QLineEdit, QPlainTextEdit, QProxyStyle, QStyle

from advisor.ui import theme

_S = QStyle.StateFlag
_M = QStyle.PixelMetric
SIZES = {
    _M.PM_SliderThickness: 24, _M.PM_SliderLength: 16, _M.PM_SliderControlThickness: 16, _M.PM_ScrollBarExtent: 10,
    _M.PM_FocusFrameHMargin: 4, _M.PM_FocusFrameVMargin: 4, _M.PM_ExclusiveIndicatorWidth: 16,
    _M.PM_ExclusiveIndicatorHeight: 16, _M.PM_IndicatorWidth: 16, _M.PM_IndicatorHeight: 16, _M.PM_MenuBarItemSpacing: 2,
    _M.PM_SplitterWidth: 1, _M.PM_TabBarTabHSpace: 14, _M.PM_TabBarScrollButtonWidth: 20, _M.PM_MenuBarHMargin: 8,
    _M.PM_MenuBarVMargin: 1, _M.PM_MenuBarPanelWidth: 0, _M.PM_ButtonShiftHorizontal: 0, _M.PM_ButtonShiftVertical: 0,
}
_RING = {_M.PM_FocusFrameHMargin: "h", _M.PM_FocusFrameVMargin: "v"}     # keys of a widget's own "ring", where it has one

COMBO_INSET = 2
"""By how many pixels the words of a combo box stand further in than the style underneath has them."""


def box(painter: QPainter, rect: QRect | QRectF, fill: QColor | None, outline: QColor | None, radius: float = 4,
        width: float = 1) -> None:
    """A rounded box whose outline lies inside `rect`, sharp at every scale."""
    inset = width / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(outline, width) if outline is not None else Qt.PenStyle.NoPen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def chevron(painter: QPainter, rect: QRect, colour: QColor, down: bool = True) -> None:
    """The small open arrow of combos and folded parts."""
    centre = QRectF(rect).center()
    x, y = centre.x(), centre.y()
    points = [QPointF(x - 3.5, y - 1.8), QPointF(x, y + 1.8), QPointF(x + 3.5, y - 1.8)]
    if not down:
        points = [QPointF(x - 1.8, y - 3.5), QPointF(x + 1.8, y), QPointF(x - 1.8, y + 3.5)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    painter.restore()


def _is_text_box(widget: Any) -> bool:
    """A field of several lines with an outline."""
    return isinstance(widget, QPlainTextEdit) and widget.frameShape() == QFrame.Shape.StyledPanel


class Style(QProxyStyle):
    """Fusion with our outlines. Widgets mark themselves by the properties `primary`, `wrong` and `flat`."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    # ------------------------------------------------------------------------------------------ sizes

    def pixelMetric(self, metric: QStyle.PixelMetric, option: Any = None, widget: Any = None) -> int:
        fixed = SIZES.get(metric)
        if metric == _M.PM_DefaultFrameWidth and _is_text_box(widget):
            return theme.RADIUS_CONTROL     # inside it the text's square ground does not cover the corners
        if metric in _RING and isinstance(widget, QFocusFrame) and widget.widget() is not None:
            fixed = (widget.widget().property("ring") or {}).get(_RING[metric], fixed)
        return super().pixelMetric(metric, option, widget) if fixed is None else fixed

    def styleHint(self, hint: QStyle.StyleHint, option: Any = None, widget: Any = None,
                  returnData: Any = None) -> int:  # noqa: N803 (Qt's own name)
        if hint == QStyle.StyleHint.SH_Slider_AbsoluteSetButtons:
            return int(Qt.MouseButton.LeftButton.value)
        if hint in (QStyle.StyleHint.SH_EtchDisabledText, QStyle.StyleHint.SH_DitherDisabledText):
            return 0
        if hint == QStyle.StyleHint.SH_ComboBox_Popup:
            return 0
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1        # hung in the page instead of the control's own holder, which would cut it where they end together
        return super().styleHint(hint, option, widget, returnData)

    def sizeFromContents(self, kind: QStyle.ContentsType, option: Any, size: QSize, widget: Any = None) -> QSize:
        made = super().sizeFromContents(kind, option, size, widget)
        types = QStyle.ContentsType
        if kind in (types.CT_LineEdit, types.CT_ComboBox, types.CT_PushButton):
            made.setHeight(max(theme.CONTROL, made.height()))
        if kind == types.CT_SpinBox:    # as high as the line it holds: Fusion would add a frame that is not drawn
            made.setHeight(max(theme.CONTROL, size.height()))
        if kind == types.CT_PushButton:
            made.setWidth(size.width() + 24)
        if kind == types.CT_TabBarTab:
            made = QSize(size.width(), max(32, made.height()))
        if kind == types.CT_MenuBarItem:
            made.setHeight(max(26, made.height()))
        return made

    # ------------------------------------------------------------------------------------------ pieces

    def drawPrimitive(self, element: QStyle.PrimitiveElement, option: Any, painter: QPainter,
                      widget: Any = None) -> None:
        pieces = QStyle.PrimitiveElement
        if element == pieces.PE_PanelLineEdit:
            if not (isinstance(widget, QLineEdit) and not widget.hasFrame()):
                self._field(option, painter, widget)
        elif element == pieces.PE_FrameLineEdit:
            self._field(option, painter, widget)
        elif element == pieces.PE_PanelButtonCommand:
            self._button(option, painter, widget)
        elif element == pieces.PE_FrameFocusRect or element == pieces.PE_FrameTabBarBase:
            return      # the ring is a QFocusFrame around the control; tabs stand on the panel's own line
        elif element == pieces.PE_PanelButtonTool:
            if option.state & (_S.State_MouseOver | _S.State_Sunken) and option.state & _S.State_Enabled:
                box(painter, option.rect, theme.colour("hover"), None)
        elif element == pieces.PE_IndicatorRadioButton:
            self._mark(option, painter, round_=True)
        elif element == pieces.PE_IndicatorCheckBox:
            self._mark(option, painter, round_=False)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(self, element: QStyle.ControlElement, option: Any, painter: QPainter,
                    widget: Any = None) -> None:
        kinds = QStyle.ControlElement
        if element == kinds.CE_PushButtonLabel and widget is not None and widget.property("primary") and widget.isEnabled():
            option.palette.setColor(QPalette.ColorRole.ButtonText, theme.colour("on_accent"))
        if element == kinds.CE_ComboBoxLabel:
            option.rect = option.rect.adjusted(COMBO_INSET, 0, 0, 0)      # its words begin where those of the fields above and below do
            room = self.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, widget)
            option.currentText = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, room.width() - 2)
        if element == kinds.CE_FocusFrame:
            box(painter, option.rect, None, theme.colour("accent"), 6, 2)
        elif element in (kinds.CE_HeaderEmptyArea, kinds.CE_HeaderSection, kinds.CE_MenuBarEmptyArea):
            return      # tables draw their own heads; the menu bar has no line, the scenario bar begins with one
        elif element == kinds.CE_MenuBarItem:
            self._menu_title(option, painter)
        elif element == kinds.CE_ShapedFrame and option.frameShape == QFrame.Shape.StyledPanel:
            fill = theme.colour("panel") if _is_text_box(widget) else None
            box(painter, option.rect, fill, theme.colour("border"), theme.RADIUS_CONTROL)
        elif element == kinds.CE_TabBarTabShape:
            self._tab(option, painter)
        else:
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(self, control: QStyle.ComplexControl, option: Any, painter: QPainter,
                           widget: Any = None) -> None:
        kinds = QStyle.ComplexControl
        if control == kinds.CC_ComboBox:
            self._field(option, painter, widget, button=True)
            arrow = self.subControlRect(control, option, QStyle.SubControl.SC_ComboBoxArrow, widget)
            chevron(painter, arrow, option.palette.color(QPalette.ColorRole.PlaceholderText))
        elif control == kinds.CC_SpinBox:
            self._field(option, painter, widget)
        elif control == kinds.CC_Slider:
            self._slider(option, painter, widget)
        elif control == kinds.CC_ScrollBar:
            self._scroll_bar(option, painter, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def _field(self, option: Any, painter: QPainter, widget: Any, button: bool = False) -> None:
        here = theme.current()
        wrong = widget is not None and bool(widget.property("wrong"))
        enabled = bool(option.state & _S.State_Enabled)
        fill = here.panel if enabled else here.window
        if button and enabled and option.state & _S.State_MouseOver:
            fill = here.hover
        outline = here.verdict("does_not_fit") if wrong else here.border if enabled else here.line
        box(painter, option.rect, QColor(fill), QColor(outline), theme.RADIUS_CONTROL, 2 if wrong else 1)

    def _button(self, option: Any, painter: QPainter, widget: Any) -> None:
        here, state = theme.current(), option.state
        primary = widget is not None and bool(widget.property("primary"))
        if not state & _S.State_Enabled:
            fill, outline = here.window, here.line
        elif primary:
            fill, outline = here.accent, here.accent
        else:
            down = state & (_S.State_Sunken | _S.State_On)
            fill = here.select if down else here.hover if state & _S.State_MouseOver else here.panel
            outline = here.border
        box(painter, option.rect, QColor(fill), QColor(outline))

    def _mark(self, option: Any, painter: QPainter, round_: bool) -> None:
        here, on = theme.current(), bool(option.state & _S.State_On)
        enabled = bool(option.state & _S.State_Enabled)
        line = here.line if not enabled else here.accent if on else here.border
        rect = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(QColor(line) if on else QColor(here.panel))
        if round_:
            painter.drawEllipse(rect)
            if on:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(here.panel))
                painter.drawEllipse(rect.center(), 2.6, 2.6)
        else:
            painter.drawRoundedRect(rect, 3, 3)
            if on:
                painter.setPen(QPen(QColor(here.on_accent), 1.8))
                x, y = rect.left(), rect.top()
                painter.drawPolyline(QPolygonF([QPointF(x + 3.5, y + 8), QPointF(x + 6.5, y + 11), QPointF(x + 12, y + 4.5)]))
        painter.restore()

    def _menu_title(self, option: Any, painter: QPainter) -> None:
        hot = option.state & (_S.State_Selected | _S.State_Sunken)
        if hot:
            box(painter, QRectF(option.rect).adjusted(0, 1, 0, -1), theme.colour("hover"), None)
        flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic | Qt.TextFlag.TextSingleLine)
        painter.setPen(theme.colour("text"))
        painter.drawText(option.rect, flags, option.text)

    def _tab(self, option: Any, painter: QPainter) -> None:
        if option.state & _S.State_Selected:
            rect = option.rect
            painter.fillRect(QRect(rect.left() + 4, rect.bottom() - 1, rect.width() - 8, 2), theme.colour("accent"))

    def _slider(self, option: Any, painter: QPainter, widget: Any) -> None:
        here = theme.current()
        handle = QRectF(self.subControlRect(QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, widget))
        rect, centre = QRectF(option.rect), handle.center()
        enabled = bool(option.state & _S.State_Enabled)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(here.line))
        painter.drawRoundedRect(QRectF(rect.left(), centre.y() - 1.5, rect.width(), 3), 1.5, 1.5)
        painter.setBrush(QColor(here.accent if enabled else here.border))
        painter.drawRoundedRect(QRectF(rect.left(), centre.y() - 1.5, centre.x() - rect.left(), 3), 1.5, 1.5)
        painter.setPen(QPen(QColor(here.accent if enabled else here.border), 2))
        painter.setBrush(QColor(here.hover if option.state & _S.State_MouseOver else here.panel))
        painter.drawEllipse(centre, 7, 7)
        painter.restore()

    def _scroll_bar(self, option: Any, painter: QPainter, widget: Any) -> None:
        kind = QStyle.ComplexControl.CC_ScrollBar
        thumb = QRectF(self.subControlRect(kind, option, QStyle.SubControl.SC_ScrollBarSlider, widget))
        if option.minimum < option.maximum:
            hot = option.state & _S.State_MouseOver
            box(painter, thumb.adjusted(2, 2, -2, -2), theme.colour("border" if hot else "line"), None, 3)

    def standardPalette(self) -> QPalette:
        return theme.palette(theme.current())


def hatch(width: float, gap: float, colour: QColor, ratio: float, back: QColor | None = None) -> QBrush:
    """A brush of 45° stripes, `width` wide every `gap` logical pixels, drawn at the screen's own pixel ratio."""
    from PySide6.QtGui import QPixmap
    side = max(2, round(gap * ratio))
    tile = QPixmap(side, side)
    tile.fill(back if back is not None else Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width * ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for shift in (-side, 0, side):
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1))
    painter.end()
    tile.setDevicePixelRatio(side / gap)
    return QBrush(tile)
