"""The HTML of mails. Every argument that is text is escaped here; `content` and the like are HTML.

Styles are inline, because some mail programs drop the style sheet. It only adds the dark colours, where it is kept.
Tables give Outlook a width and a button; other programs need none.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

_FONT: Final = (
    "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',"
    "'Noto Sans CJK SC',sans-serif"
)
_TIME: Final = re.compile(r"[\d:. UTC-]{1,24}")
_WRAP: Final = "overflow-wrap:anywhere;word-break:break-word"
_LABELS: Final = {
    "en": ("Continue", "If the button does not work, copy this address into your browser:"),
    "zh": ("继续", "如果按钮无法使用，请将以下地址复制到浏览器中打开："),
}
_PAGE: Final = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; supported-color-schemes: light dark }}
@media (prefers-color-scheme: dark) {{
.canvas {{ background: #0e1014 !important }}
.card {{ background: #16191f !important; border-color: #2a2f3a !important }}
.text {{ color: #eceef3 !important }}
.muted, .muted a {{ color: #a0a8b8 !important }}
.fill {{ background: {dark} !important }}
.label {{ color: #0e1014 !important }}
.code {{ background: #0b0d10 !important; color: #eceef3 !important }}
.swapped {{ display: none !important }}
.swapped-in {{ display: block !important }}
}}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f6f7f9">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">{preview}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" \
style="background:#f6f7f9">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" \
style="max-width:520px;background:#ffffff;border:1px solid #e3e6ec;border-radius:12px">
<tr><td class="text" align="left" style="padding:28px 24px 16px;{font};font-size:16px;line-height:1.55;color:#171a21">
{heading}
{content}
</td></tr>
</table>
{footer}
</td></tr>
</table>
</body>
</html>
"""


def page(
    *,
    language: str,
    title: str,
    preview: str,
    heading: str,
    content: str,
    footer: str,
    colours: tuple[str, str],
) -> str:
    """`colours`: of buttons, on light and on dark backgrounds."""
    light, dark = map(escape, colours)
    return _PAGE.format(
        language=escape(language),
        title=escape(title),
        preview=escape(preview),
        font=_FONT,
        heading=heading,
        content=content.replace(_FILL, light),
        footer=footer,
        dark=dark,
    )


# Stands for the colour of buttons until the page is made: no escaped text contains it.
_FILL: Final = "<colour>"


def logo(url: str, dark_url: str, name: str) -> str:
    """The picture, with the name for programs that load none; the name alone without a picture."""
    shown = escape(name)
    if url and dark_url:
        # Programs without the style sheet hide the second one: Outlook knows only its own property for that.
        pictures = _picture(url, shown, "swapped", "display:block") + _picture(
            dark_url, shown, "swapped-in", "display:none;mso-hide:all"
        )
        return f'<p style="margin:0 0 24px">{pictures}</p>'
    if url:
        return f'<p style="margin:0 0 24px">{_picture(url, shown, "logo", "display:block")}</p>'
    return f'<p class="text" style="margin:0 0 24px;font-weight:600;font-size:18px;color:#171a21;{_WRAP}">{shown}</p>'


def _picture(url: str, alternative: str, name: str, style: str) -> str:
    size = "max-width:200px;max-height:48px;width:auto;height:auto;border:0;font-weight:600"
    return f'<img class="{name}" src="{escape(url)}" alt="{alternative}" height="40" style="{style};{size}">'


def value(text: str) -> str:
    """A value within a paragraph, in its own direction of writing. A time is not broken at its hyphens."""
    style = ' style="white-space:nowrap"' if _TIME.fullmatch(text) else ""
    return f"<bdi{style}>{escape(text)}</bdi>"


def paragraph(content: str) -> str:
    return f'<p class="text" style="margin:0 0 16px;color:#171a21;{_WRAP}">{content}</p>'


def button(link: str, language: str) -> str:
    label, hint = _LABELS[language]
    address = escape(link)
    return (
        '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr>'
        f'<td class="fill" bgcolor="{_FILL}" style="background:{_FILL};border-radius:8px">'
        f'<a class="label" href="{address}" style="display:inline-block;padding:12px 24px;font-weight:600;'
        f'color:#ffffff;text-decoration:none">{escape(label)}</a></td></tr></table>\n'
        f'<p class="muted" style="margin:0 0 20px;font-size:13px;color:#596172;{_WRAP}">{escape(hint)}<br>{address}</p>'
    )


def code(value: str) -> str:
    # Numbers for copying: no space between them, but distance.
    style = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;font-weight:600;letter-spacing:6px"
    return (
        f'<p class="code" style="margin:20px 0;padding:14px 12px;border-radius:8px;background:#eef0f4;color:#171a21;'
        f'text-align:center;{style};{_WRAP}">{escape(value)}</p>'
    )


def footer(name: str, links: Sequence[tuple[str, str]]) -> str:
    anchors = [
        f'<a href="{escape(address)}" style="color:#596172;text-decoration:underline">{escape(label)}</a>'
        for label, address in links
    ]
    content = " &middot; ".join([escape(name), *anchors])
    return (
        f'<p class="muted" style="max-width:520px;margin:16px auto 0;{_FONT};font-size:13px;line-height:1.5;'
        f'color:#596172;{_WRAP}">{content}</p>'
    )
